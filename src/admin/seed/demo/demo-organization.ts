import type { INestApplicationContext } from '@nestjs/common';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations, type Organization } from '#platform/auth/organizations';
import { EXAMPLE_CLIENT_ID, REVOKE_EXAMPLE_CLIENT_ID } from '#platform/http/example-ids';
import { EventRemoval } from '#modules/security-events/importing/event-removal';
import { DemoData, type DemoCounts } from './demo-data';
import { DEMO_EVENT_IDS } from './demo-events';

const WITH_VENDORS = { name: 'Northwind Insurance', domain: 'northwind-insurance.com', vrm: true, slots: 100 };
const OWN_ONLY = { name: 'Harbor Lane Logistics', domain: 'harborlane-logistics.com', vrm: false, slots: 0 };
const CREDENTIAL_NAME = 'Demo';

/** The demo credential: with its secret when it was made just now, and without at every later time. */
export interface DemoAccess {
  clientId: string;
  clientSecret?: string;
}

/** On an empty database, makes the demo to try everything with; later only says which credential it has. */
export async function prepareDemo(app: INestApplicationContext): Promise<DemoAccess | undefined> {
  const isEmpty = (await app.get(Organizations).list()).length === 0;
  return isEmpty || (await isUnfinished(app)) ? (await seedDemo(app)).access : findAccess(app);
}

/** The demo organizations with all their data; one that is there already stays as it is. */
export async function seedDemo(app: INestApplicationContext): Promise<{ access: DemoAccess | undefined; counts: DemoCounts | undefined }> {
  const organizations = app.get(Organizations);
  if ((await demoOrganizations(app)).length > 0 && !(await isUnfinished(app))) return { access: await findAccess(app), counts: undefined };
  await clearDemo(app);
  const withVendors: Organization = await organizations.create(WITH_VENDORS);
  const ownOnly = await organizations.create(OWN_ONLY);
  const counts = await app.get(DemoData, { strict: false }).fill(withVendors, ownOnly);
  const credentials = app.get(CredentialAdmin);
  const access = await credentials.create(WITH_VENDORS.domain, CREDENTIAL_NAME, 'all');
  for (const clientId of [EXAMPLE_CLIENT_ID, REVOKE_EXAMPLE_CLIENT_ID])
    await credentials.issue(withVendors, { clientId, name: 'SIEM export', scopes: ['findings.read'] });
  return { access, counts };
}

/** Deletes the demo organizations, with their vendors, findings and credentials, and the demo's events. */
export async function clearDemo(app: INestApplicationContext): Promise<{ organizations: number; securityEvents: number }> {
  const known = await demoOrganizations(app);
  for (const { domain } of known) await app.get(Organizations).delete(domain);
  return { organizations: known.length, securityEvents: await app.get(EventRemoval, { strict: false }).run(DEMO_EVENT_IDS) };
}

/** Known by domain and name: an organization that was only given the same domain is somebody else's. */
async function demoOrganizations(app: INestApplicationContext): Promise<Organization[]> {
  return (await app.get(Organizations).list()).filter(({ domain, name }) =>
    [WITH_VENDORS, OWN_ONLY].some((demo) => demo.domain === domain && demo.name === name),
  );
}

/** The credential comes last: an organization that never had one was left behind by a start that was cut short. */
async function isUnfinished(app: INestApplicationContext): Promise<boolean> {
  const organizations = await app.get(Organizations).list();
  const credentials = await app.get(CredentialAdmin).list();
  const isDemo = (domain: string) => domain === WITH_VENDORS.domain;
  return organizations.some(({ domain }) => isDemo(domain)) && !credentials.some(({ organization }) => isDemo(organization));
}

async function findAccess(app: INestApplicationContext): Promise<DemoAccess | undefined> {
  return (await app.get(CredentialAdmin).list()).find(
    ({ organization, name, revokedAt }) => organization === WITH_VENDORS.domain && name === CREDENTIAL_NAME && revokedAt === undefined,
  );
}
