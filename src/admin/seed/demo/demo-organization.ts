import type { INestApplicationContext } from '@nestjs/common';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations, type Organization } from '#platform/auth/organizations';
import { EXAMPLE_CLIENT_ID, REVOKE_EXAMPLE_CLIENT_ID } from '#platform/fields/example-ids';
import { EventRemoval } from '#modules/security-events/importing/event-removal';
import { DemoData, type DemoCounts, type DemoProgress } from './demo-data';
import { DEMO_EVENT_IDS } from './demo-events';
import { seedWebhooks } from './demo-webhooks';

const WITH_VENDORS = { name: 'Northwind Insurance', domain: 'northwind-insurance.com', vrm: true, slots: 100 };
const OWN_ONLY = { name: 'Harbor Lane Logistics', domain: 'harborlane-logistics.com', vrm: false, slots: 0 };
const CREDENTIAL_NAME = 'Demo';

/** The demo credential; its secret only right after creation. */
export interface DemoAccess {
  clientId: string;
  clientSecret?: string;
}

/** On an empty database, creates the demo; later only returns its credential. */
export async function prepareDemo(app: INestApplicationContext, onProgress?: DemoProgress): Promise<DemoAccess | undefined> {
  const isEmpty = (await app.get(Organizations).list()).length === 0;
  return isEmpty || (await isUnfinished(app)) ? (await seedDemo(app, onProgress)).access : findAccess(app);
}

/** Creates the demo organizations with all their data; an existing one stays unchanged. */
export async function seedDemo(
  app: INestApplicationContext,
  onProgress?: DemoProgress,
): Promise<{ access: DemoAccess | undefined; counts: DemoCounts | undefined }> {
  const organizations = app.get(Organizations);
  if ((await demoOrganizations(app)).length > 0 && !(await isUnfinished(app))) return { access: await findAccess(app), counts: undefined };
  await clearDemo(app);
  const withVendors: Organization = await organizations.create(WITH_VENDORS);
  const ownOnly = await organizations.create(OWN_ONLY);
  const counts = await app.get(DemoData, { strict: false }).fill(withVendors, ownOnly, onProgress);
  await seedWebhooks(app, withVendors);
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

/** Identified by domain and name: another organization may have the same domain. */
async function demoOrganizations(app: INestApplicationContext): Promise<Organization[]> {
  return (await app.get(Organizations).list()).filter(({ domain, name }) =>
    [WITH_VENDORS, OWN_ONLY].some((demo) => demo.domain === domain && demo.name === name),
  );
}

/** The credential is created last: an organization without one is left over from an interrupted start. */
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
