import type { Organizations } from '#platform/auth/organizations';
import type { Database, Statements } from '#platform/database/database';
import { recount, type Derived, type Difference, type Recount } from './derived';
import { EVENT_CHECKS } from './event-checks.sql';
import { FOURTH_PARTY_CHECKS } from './fourth-party-checks.sql';
import { OBSERVATION_CHECKS } from './observation-checks.sql';
import { recountScores } from './scores';
import { VENDOR_CHECKS } from './vendor-checks.sql';

/** Recounting a large organization takes long; it does not wait for locks. */
const LIMITS = { statementMs: 600_000, lockMs: 5_000 };

const DERIVED: readonly Derived[] = [...OBSERVATION_CHECKS, ...VENDOR_CHECKS, ...EVENT_CHECKS, ...FOURTH_PARTY_CHECKS];

/** All checks. */
export const CHECKS: readonly { name: string; run: (tx: Statements, organizationId: string) => Promise<Recount> }[] = [
  ...DERIVED.map((derived) => ({ name: derived.name, run: (tx: Statements, id: string) => recount(tx, id, derived) })),
  { name: 'scores', run: recountScores },
];

export interface Verification {
  organizations: number;
  checks: { check: string; rows: number; differences: number }[];
  /** Rows recounted, and how many of them differ from the recount. */
  rows: number;
  differences: number;
  /** The first twenty differences per check and organization. */
  found: ({ check: string; organization: string } & Difference)[];
}

/** Recounts every stored derived value, of one organization or of all. */
export async function verify(database: Database, organizations: Organizations, domain?: string): Promise<Verification> {
  const chosen = domain === undefined ? await organizations.list() : [await organizations.get(domain)];
  const totals = new Map(CHECKS.map(({ name }) => [name, { check: name, rows: 0, differences: 0 }]));
  const found: Verification['found'] = [];
  for (const organization of chosen) {
    for (const { name, run } of CHECKS) {
      const result = await database.transaction(organization.id, (tx) => run(tx, organization.id), LIMITS);
      const total = totals.get(name);
      if (total) {
        total.rows += result.rows;
        total.differences += result.differences;
      }
      found.push(...result.found.map((difference) => ({ check: name, organization: organization.domain, ...difference })));
    }
  }
  const checks = [...totals.values()];
  const sum = (of: 'rows' | 'differences') => checks.reduce((all, check) => all + check[of], 0);
  return { organizations: chosen.length, checks, rows: sum('rows'), differences: sum('differences'), found };
}
