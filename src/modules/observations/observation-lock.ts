import type { Statements } from '#platform/database/database';

/**
 * One writer of observations per organization at a time, until its transaction ends. Roll-ups are hot rows that every
 * writer meets anyway; waiting once at the door, instead of on each of them, leaves no room for deadlocks.
 */
export async function lockObservations(tx: Statements, organizationId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))`, [organizationId]);
}
