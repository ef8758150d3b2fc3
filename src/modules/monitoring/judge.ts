import { FAMILIES } from './checks/catalogue';
import type { Scan } from './scan';
import type { Check, Judgement } from './verdict';

/** The verdict of every check that applies. */
export function judge(scan: Scan): Judgement[] {
  return FAMILIES.flatMap((family) => family.judge(scan));
}

const CHECKS: ReadonlyMap<string, Check> = new Map(FAMILIES.flatMap(({ checks }) => checks.map((check) => [check.id, check] as const)));

/** Ids of the checks that are not part of every scan. */
export const WEEKLY_CHECKS: readonly string[] = [...CHECKS.values()].filter(({ isWeekly }) => isWeekly).map(({ id }) => id);

export function checkById(id: string): Check | undefined {
  return CHECKS.get(id);
}
