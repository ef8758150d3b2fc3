import type { Statements } from '#platform/database/database';

/**
 * For writing very many observations in one transaction: changes to the roll-ups are queued per statement and applied once,
 * by settleRollups. Until then the roll-ups are stale, so it must be called before the commit.
 */
export async function deferRollups(tx: Statements): Promise<void> {
  await tx.query('SELECT observation_rollup_defer()');
}

export async function settleRollups(tx: Statements): Promise<void> {
  await tx.query('SELECT observation_rollup_settle()');
}
