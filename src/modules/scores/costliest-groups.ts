import { apportion } from './apportion';
import { burdenOf } from './score-model';
import type { ScorePart } from './score-parts';

const MAX_GROUPS = 3;

export interface CostlyGroup {
  groupKey: string;
  observationCount: number;
  pointsLost: number;
}

/** The groups that carry most of a category's burden. The points of all its groups, not only of those returned, add up to those of the category. */
export function costliestGroups(parts: readonly ScorePart[], category: number, pointsLost: number): CostlyGroup[] {
  const groups = new Map<string, { groupKey: string; observationCount: number; burden: number }>();
  for (const part of parts) {
    if (part.category !== category) continue;
    const group = groups.get(part.groupKey) ?? { groupKey: part.groupKey, observationCount: 0, burden: 0 };
    group.observationCount += part.openCount;
    group.burden += burdenOf(part);
    groups.set(part.groupKey, group);
  }
  const ordered = [...groups.values()].sort((a, b) => b.burden - a.burden || (a.groupKey < b.groupKey ? -1 : 1));
  const points = apportion(
    pointsLost,
    ordered.map(({ burden }) => burden),
  );
  return ordered
    .slice(0, MAX_GROUPS)
    .map(({ groupKey, observationCount }, index) => ({ groupKey, observationCount, pointsLost: points[index] as number }));
}
