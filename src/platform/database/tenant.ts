const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The role every statement runs under: it owns no table, and row-level security binds it. */
const SERVICE_ROLE = 'vendor_risk_service';

/** The rows a statement may see: those of one organization, or only those of the platform. */
export type Tenant = string | typeof PLATFORM;
export const PLATFORM = Symbol('platform');

export interface Limits {
  statementMs: number;
  lockMs: number;
}

export const DEFAULT_LIMITS: Limits = { statementMs: 15_000, lockMs: 5_000 };

/** The first statement of a transaction: sets role, organization and limits, local to the transaction. */
export const CONTEXT =
  `SELECT set_config('role', '${SERVICE_ROLE}', true), set_config('app.organization_id', $1, true), set_config('TimeZone', 'UTC', true), ` +
  `set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true)`;

export function contextValues(tenant: Tenant, limits: Limits): string[] {
  if (tenant !== PLATFORM && !UUID.test(tenant)) throw new Error('A tenant is the id of an organization.');
  return [tenant === PLATFORM ? '' : tenant, String(limits.statementMs), String(limits.lockMs)];
}
