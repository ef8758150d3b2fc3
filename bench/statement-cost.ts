import type { Client } from 'pg';
import { cpuMs } from './cpu-time';

/**
 * CPU time of a statement and of its deferred triggers, in milliseconds. It is rolled back. Unlike wall-clock time, it hardly depends on
 * other load.
 */
export async function backendCpuMs(admin: Client, sql: string, prepare: readonly string[] = []): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const [{ pid }] = rows as [{ pid: number }];
  await admin.query('BEGIN');
  try {
    await admin.query(`SET LOCAL work_mem = '256MB'`);
    for (const statement of prepare) await admin.query(statement);
    const before = cpuMs(pid);
    await admin.query(sql);
    await admin.query('SET CONSTRAINTS ALL IMMEDIATE');
    return cpuMs(pid) - before;
  } finally {
    await admin.query('ROLLBACK');
  }
}

/** The same without some triggers. */
export function withoutTriggers(admin: Client, triggers: Readonly<Record<string, readonly string[]>>, sql: string): Promise<number> {
  const disabled = Object.entries(triggers).flatMap(([table, names]) =>
    names.map((name) => `ALTER TABLE ${table} DISABLE TRIGGER ${name}`),
  );
  return backendCpuMs(admin, sql, disabled);
}
