import { Client } from 'pg';
import { run, type TestDatabase } from './database';

/** A node of an executed plan. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface RunPlan {
  sql: string;
  plan: PlanNode;
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** Makes PostgreSQL report the plan of every statement, as it ran, to new connections of a database; of those in triggers if they are nested. */
export async function reportPlans({ name, adminUrl }: TestDatabase, nested: 'on' | 'off' = 'off'): Promise<void> {
  const settings = { ...SETTINGS, 'auto_explain.log_nested_statements': nested };
  for (const [setting, value] of Object.entries(settings)) await run(adminUrl, `ALTER DATABASE ${name} SET ${setting} = '${value}'`);
}

const BEFORE_PLAN = 'plan:\n';
/** Tables that the service polls, at any time. */
const POLLED = /\b(?:platform_revision|pgboss)\b/;

/** The executed plans of the statements that this process sends during some work. */
export async function plansDuring(work: () => Promise<unknown>): Promise<RunPlan[]> {
  const plans: RunPlan[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { emit } = Client.prototype;
  Client.prototype.emit = function (this: Client, event: string | symbol, ...args: unknown[]) {
    const { message = '' } = event === 'notice' ? (args[0] as { message?: string }) : {};
    const start = message.indexOf(BEFORE_PLAN);
    if (start >= 0) {
      const run = JSON.parse(message.slice(start + BEFORE_PLAN.length)) as { 'Query Text': string; Plan: PlanNode };
      if (!POLLED.test(run['Query Text'])) plans.push({ sql: run['Query Text'], plan: run.Plan });
    }
    return Reflect.apply(emit, this, [event, ...args]);
  };
  try {
    await work();
  } finally {
    Client.prototype.emit = emit;
  }
  return plans;
}

/** Number of rows of a table that a plan fetched; entries of an index alone do not count. */
export function rowsFetched(plan: PlanNode, table: string): number {
  const { 'Node Type': type, 'Relation Name': relation, 'Actual Rows': rows = 0, 'Actual Loops': loops = 1 } = plan;
  const own = relation === table && type !== 'Index Only Scan' ? (rows + (plan['Rows Removed by Filter'] ?? 0)) * loops : 0;
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsFetched(inner, table), 0);
}

/** Number of rows or entries that a plan read, by table or, for index-only scans, by index. */
export function rowsRead(plan: PlanNode, read = new Map<string, number>()): Map<string, number> {
  const from = plan['Relation Name'] ?? plan['Index Name'];
  if (from !== undefined && plan['Node Type'].endsWith('Scan')) {
    const once = (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
    read.set(from, (read.get(from) ?? 0) + once * (plan['Actual Loops'] ?? 1));
  }
  for (const inner of plan.Plans ?? []) rowsRead(inner, read);
  return read;
}

/** How often a plan scanned any of these tables, at most. */
export function loops(plan: PlanNode, tables: readonly string[]): number {
  const own = tables.includes(plan['Relation Name'] ?? '') ? (plan['Actual Loops'] ?? 1) : 0;
  return Math.max(own, ...(plan.Plans ?? []).map((inner) => loops(inner, tables)));
}
