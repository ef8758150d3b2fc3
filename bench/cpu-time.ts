import { readFileSync } from 'node:fs';
import type { RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { childrenOf, postmasterOf } from './postmaster';

/** CPU time a process has used so far, in milliseconds. */
export function cpuMs(pid: number): number {
  return cpuTimes(pid).own;
}

/** CPU time of a PostgreSQL so far, and of all commands that this process has run on it. */
export async function workMs(postgres: RunningPostgres): Promise<number> {
  const postmaster = await postmasterOf(postgres);
  const running = childrenOf(postmaster).reduce((sum, pid) => sum + cpuOfRunning(pid), 0);
  const { own, ended } = cpuTimes(postmaster);
  return running + own + ended + cpuTimes('self').ended;
}

function cpuTimes(pid: number | 'self'): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { own: (user + system) * 10, ended: (endedUser + endedSystem) * 10 };
}

/** A process that has ended meanwhile counts in its parent. */
function cpuOfRunning(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}
