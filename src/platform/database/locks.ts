import type { Statements, Step } from './database';

/**
 * Every lock that the service takes, in the order in which a transaction may take them. A transaction that needs several
 * takes the earlier one first, so that no two transactions wait for each other.
 *
 * | Order | Lock | Held until |
 * |---|---|---|
 * | 0 | import of an organization, tried and never waited for (`tryLockImport`) | the transaction ends |
 * | 0 | export of an organization, tried and never waited for (`tryLockExport`) | the transaction ends |
 * | 1 | directory: the organization's row | the transaction ends |
 * | 2 | observations of an organization | the transaction ends |
 * | 3 | fourth parties of an organization (`fourth_party_lock` in SQL) | the transaction ends |
 * | 4 | security-event gate of an organization, shared (`security_event_gate` in SQL, taken by triggers) | the transaction ends |
 * | 5 | single vendors, groups and other rows | the transaction ends |
 * | 6 | log of an organization (`organization-log` in SQL), taken at commit by deferred triggers | the transaction ends |
 * | 7 | a waiting job (`job_send` in SQL), sent last or by deferred triggers | the transaction ends |
 *
 * `questionnaire_mirror` takes lock 6 before the commit, of the two organizations of a questionnaire, in the order of their ids.
 * The remaining locks are never combined with those: an event import (`lockEventImport`) commits its facts before it visits
 * organizations, where `security_event_catch_up` takes the gate alone, releases it, and then takes lock 2; a vendor response
 * (`lockVendorResponse`) touches neither the directory nor observations. The session locks of LOCK_IDS protect starts and migrations.
 */
export const LOCK_IDS = {
  /** One process migrates at a time. */
  migration: 7_204_115_883,
  /** One process at a time creates or changes the service's login. */
  serviceLogin: 7_204_115_884,
  /** Shared by every process that uses an embedded cluster. */
  clusterUsers: 7_204_115_901,
  /** Held by the one server of an embedded cluster. */
  clusterServer: 7_204_115_902,
} as const;

const DIRECTORY = `SELECT 1 FROM organization WHERE id = $1 FOR NO KEY UPDATE`;

/** One writer of the directory per organization at a time: monitoring slots, group memberships and bulk changes. */
export async function lockDirectory(tx: Statements, organizationId: string): Promise<void> {
  await tx.query(DIRECTORY, [organizationId]);
}

/** The same as a step of a batch; the steps after it see what the previous holder committed. */
export function directoryLock(organizationId: string): Step {
  return { sql: DIRECTORY, params: [organizationId], prepared: true, plannedOnce: true };
}

/**
 * One writer of observations per organization at a time. Every writer updates the same roll-up rows; waiting once here,
 * instead of on each row, rules out deadlocks.
 */
export async function lockObservations(tx: Statements, organizationId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))`, [organizationId]);
}

/** One import of an organization at a time, in all processes; false when another one is running. */
export async function tryLockImport(tx: Statements, organizationId: string): Promise<boolean> {
  const sql = `SELECT pg_try_advisory_xact_lock(hashtextextended('import ' || $1::text, 0)) AS locked`;
  const rows = (await tx.query(sql, [organizationId])) as { locked: boolean }[];
  return rows[0]?.locked === true;
}

/** One export of an organization at a time, in all processes; false when another one is running. */
export async function tryLockExport(tx: Statements, organizationId: string): Promise<boolean> {
  const sql = `SELECT pg_try_advisory_xact_lock(hashtextextended('export ' || $1::text, 0)) AS locked`;
  const rows = (await tx.query(sql, [organizationId])) as { locked: boolean }[];
  return rows[0]?.locked === true;
}

/** One writer of an organization's fourth parties at a time: a recount must see what the writer before it committed. */
export async function lockFourthParties(tx: Statements, organizationId: string): Promise<void> {
  await tx.query(`SELECT fourth_party_lock($1)`, [organizationId]);
}

/** One response of an organization to an event at a time, so that the same response sent twice at once is recorded once. */
export async function lockVendorResponse(tx: Statements, organizationId: string, eventId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('vendor-response ' || $1 || ' ' || $2, 0))`, [organizationId, eventId]);
}

/** One event import at a time: revisions become visible in the order of their numbers. */
export async function lockEventImport(tx: Statements): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('security-event-import', 0))`);
}
