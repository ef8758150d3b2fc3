import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { verify, type Verification } from '../../src/admin/verify/verify';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

/** What `db verify` says: of one organization, or of all. */
export function recounted({ app }: TestApp, org?: TestOrganization): Promise<Verification> {
  return verify(app.get(Database), app.get(Organizations), org?.organization.domain);
}
