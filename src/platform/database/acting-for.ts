import type { Statements } from './database';

const SWITCH = `SELECT set_config('app.organization_id', $1, true)`;

/**
 * Runs a part of a transaction on the rows of another organization, and goes back to the caller's. Whoever calls it has proven
 * that the caller may act there: row-level security protects all organizations but that one meanwhile.
 */
export async function actingFor<T>(
  tx: Statements,
  { caller, organizationId }: { caller: string; organizationId: string },
  work: () => Promise<T>,
): Promise<T> {
  await tx.query(SWITCH, [organizationId]);
  const result = await work();
  // When the work fails, the transaction ends, and the setting with it.
  await tx.query(SWITCH, [caller]);
  return result;
}
