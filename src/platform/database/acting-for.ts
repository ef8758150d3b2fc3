import type { Statements } from './database';

const SWITCH = `SELECT set_config('app.organization_id', $1, true)`;

/**
 * Runs part of a transaction on the rows of another organization, then switches back to the caller's. The calling code must have checked
 * that the caller may act there: meanwhile row-level security protects all organizations except that one.
 */
export async function actingFor<T>(
  tx: Statements,
  { caller, organizationId }: { caller: string; organizationId: string },
  work: () => Promise<T>,
): Promise<T> {
  await tx.query(SWITCH, [organizationId]);
  const result = await work();
  // A failure rolls the transaction back, and the setting with it.
  await tx.query(SWITCH, [caller]);
  return result;
}
