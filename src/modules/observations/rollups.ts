import type { Statements } from '#platform/database/database';

/**
 * For writing very many observations in one transaction: what the roll-ups need is noted statement by statement and
 * worked in once, by settleRollups. Until then they show the state before; so it must be called before the end.
 */
export async function deferRollups(tx: Statements): Promise<void> {
  await tx.query('SELECT observation_rollup_defer()');
}

export async function settleRollups(tx: Statements): Promise<void> {
  await tx.query('SELECT observation_rollup_settle()');
}
