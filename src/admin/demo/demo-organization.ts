import type { INestApplicationContext } from '@nestjs/common';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';

export const DEMO_DOMAIN = 'example.com';
const CREDENTIAL_NAME = 'Demo';

/** The demo credential: with its secret when it was made just now, and without at every later time. */
export interface DemoAccess {
  clientId: string;
  clientSecret?: string;
}

/** On an empty database, makes an organization to try everything with; later only says which credential it has. */
export async function prepareDemo(app: INestApplicationContext): Promise<DemoAccess | undefined> {
  const organizations = app.get(Organizations);
  const credentials = app.get(CredentialAdmin);
  if ((await organizations.list()).length === 0) {
    await organizations.create({ name: 'Demo Organization', domain: DEMO_DOMAIN, vrm: true, slots: 1000 });
    return credentials.create(DEMO_DOMAIN, CREDENTIAL_NAME, 'all');
  }
  return (await credentials.list()).find(
    ({ organization, name, revokedAt }) => organization === DEMO_DOMAIN && name === CREDENTIAL_NAME && revokedAt === undefined,
  );
}
