import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { recount, type Derived, type Difference } from '../../src/admin/verify/derived';
import { verify, type Verification } from '../../src/admin/verify/verify';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

/** The result of `db verify`, for one organization or for all. */
export function recounted({ app }: TestApp, org?: TestOrganization): Promise<Verification> {
  return verify(app.get(Database), app.get(Organizations), org?.organization.domain);
}

/** Where some derived values of an organization differ from a recount. */
export function differencesOf(
  { app }: TestApp,
  { organization: { id } }: TestOrganization,
  all: readonly Derived[],
): Promise<Difference[]> {
  return app.get(Database).transaction(id, async (tx) => {
    const found: Difference[] = [];
    for (const derived of all) found.push(...(await recount(tx, id, derived)).found);
    return found;
  });
}
