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

/**
 * Every check reads everything once, so hash joins are right whatever the statistics say. After a large import they still say that the
 * new rows are few, and nested loops over them would take hours.
 */
const PLAN = `SET LOCAL enable_nestloop = off; SET LOCAL jit = off; SET LOCAL work_mem = '64MB'`;

const DERIVED: readonly Derived[] = [...OBSERVATION_CHECKS, ...VENDOR_CHECKS, ...EVENT_CHECKS, ...FOURTH_PARTY_CHECKS];

/** All checks. */
export const CHECKS: readonly { name: string; run: (tx: Statements, organizationId: string) => Promise<Recount> }[] = [
  ...DERIVED.map((derived) => ({ name: derived.name, run: (tx: Statements, id: string) => recount(tx, id, derived) })),
  { name: 'scores', run: recountScores },
];

interface CheckTotal {
  check: string;
  rows: number;
  differences: number;
  /** Why the check could not be made, of the first organization where it failed. */
  problem?: string;
}

export interface Verification {
  organizations: number;
  checks: CheckTotal[];
  /** Rows recounted, and how many of them differ from the recount. */
  rows: number;
  differences: number;
  /** Checks that could not be made, if any. */
  unchecked?: number;
  /** The first twenty differences per check and organization. */
  found: ({ check: string; organization: string } & Difference)[];
}

/** Is told when a check begins and how it ended. */
export interface Watcher {
  begins(check: string): void;
  ends(total: CheckTotal): void;
}

/** Recounts every stored derived value, of one organization or of all. */
export async function verify(database: Database, organizations: Organizations, domain?: string, watcher?: Watcher): Promise<Verification> {
  const chosen = domain === undefined ? await organizations.list() : [await organizations.get(domain)];
  const checks: CheckTotal[] = [];
  const found: Verification['found'] = [];
  for (const { name, run } of CHECKS) {
    watcher?.begins(name);
    const total: CheckTotal = { check: name, rows: 0, differences: 0 };
    for (const organization of chosen) {
      try {
        const result = await database.transaction(organization.id, (tx) => tx.query(PLAN).then(() => run(tx, organization.id)), LIMITS);
        total.rows += result.rows;
        total.differences += result.differences;
        found.push(...result.found.map((difference) => ({ check: name, organization: organization.domain, ...difference })));
      } catch (error) {
        total.problem ??= `${organization.domain}: ${error instanceof Error ? error.message : String(error)}`;
      }
    }
    checks.push(total);
    watcher?.ends(total);
  }
  const sum = (of: 'rows' | 'differences') => checks.reduce((all, check) => all + check[of], 0);
  const unchecked = checks.filter(({ problem }) => problem !== undefined).length;
  return {
    organizations: chosen.length,
    checks,
    rows: sum('rows'),
    differences: sum('differences'),
    ...(unchecked > 0 && { unchecked }),
    found,
  };
}
