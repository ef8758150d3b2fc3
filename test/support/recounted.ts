import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { verify, type Verification } from '../../src/admin/verify/verify';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

/** The result of `db verify`, for one organization or for all. */
export function recounted({ app }: TestApp, org?: TestOrganization): Promise<Verification> {
  return verify(app.get(Database), app.get(Organizations), org?.organization.domain);
}
