const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'TID Cond'] as const;

export type PlanNode = Partial<Record<(typeof CONDITIONS)[number], string>> & {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
};

/** Tenant tables that a plan reads without a condition on the organization. */
export function scansWithoutOrganization(plan: PlanNode, tenantTables: ReadonlySet<string>): string[] {
  const table = plan['Relation Name'];
  const reads = plan['Node Type'].endsWith('Scan') && table !== undefined && tenantTables.has(table);
  const says = CONDITIONS.some((key) => /\borganization_id = /.test(plan[key] ?? ''));
  return [...(reads && !says ? [table] : []), ...(plan.Plans ?? []).flatMap((inner) => scansWithoutOrganization(inner, tenantTables))];
}

const INSERTS = /\bINSERT INTO "?(\w+)"?(?:\s+AS\s+\w+)?\s*(?:\(([^)]*)\))?/gi;

/** Tenant tables that a statement, or a part of it, inserts into without an organization. */
export function insertsWithoutOrganization(statement: string, tenantTables: ReadonlySet<string>): string[] {
  return [...statement.matchAll(INSERTS)]
    .filter(([, table = '', columns = '']) => tenantTables.has(table) && !/\borganization_id\b/.test(columns))
    .map(([, table = '']) => table);
}
