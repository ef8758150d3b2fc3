import { burdenOf, highestSeverityOf, leftBy, scoreOfLeft } from './score-model';
import type { ScorePart } from './score-parts';

/** Every subset of so many groups is tried: a quarter of a million at most. */
export const MAX_EXACT_GROUPS = 18;
export const MAX_STEPS = 1000;
const CATEGORIES = 14;
const SEVERITIES = 5;

export interface PlanStep {
  groupKey: string;
  severity: number;
  observationCount: number;
  scoreAfter: number;
}

/** What one group adds to one category. */
interface Weight {
  category: number;
  burden: number;
  /** Observations by severity, INFO first; a weakness that is exploited counts as critical. */
  bySeverity: number[];
}

interface Group {
  key: string;
  /** The highest severity of its observations, as stored. */
  severity: number;
  observationCount: number;
  weights: Weight[];
}

/**
 * The groups to resolve, in order of gain, until the score is at least the target; without a target, all that weigh on it. The fewest
 * groups, found by trying all subsets, if the party has at most MAX_EXACT_GROUPS; beyond that each step takes the group with the largest
 * gain, which may take more groups than needed.
 */
export function planScore(parts: readonly ScorePart[], target?: number): PlanStep[] {
  const groups = groupsOf(parts);
  const chosen = target !== undefined && groups.length <= MAX_EXACT_GROUPS ? fewestGroups(groups, target) : groups;
  return inOrderOfGain(groups, chosen, target);
}

/** The burden that is left while groups are resolved one after the other. */
class Remainder {
  private readonly totals: Weight[];
  private readonly left: number[];

  constructor(groups: readonly Group[]) {
    this.totals = Array.from({ length: CATEGORIES }, (_, index) => emptyWeight(index + 1));
    this.left = this.totals.map(() => 1);
    for (const group of groups) this.change(group, 1);
  }

  /** What is left of the score, from 0 to 1. */
  get share(): number {
    return this.left.reduce((one, other) => one * other, 1);
  }

  /** Resolves a group (-1), or takes that back (1). */
  change({ weights }: Group, sign: 1 | -1): void {
    for (const { category, burden, bySeverity } of weights) {
      const total = this.totals[category - 1] as Weight;
      total.burden += sign * burden;
      bySeverity.forEach((count, index) => (total.bySeverity[index] = (total.bySeverity[index] as number) + sign * count));
      const highestSeverity = total.bySeverity.findLastIndex((count) => count > 0) + 1;
      this.left[category - 1] = leftBy(category, { burden: total.burden, highestSeverity });
    }
  }

  shareWithout(group: Group): number {
    this.change(group, -1);
    const { share } = this;
    this.change(group, 1);
    return share;
  }
}

/** The smallest set that reaches the target; of several, the one that leaves the highest score. All groups if none reaches it. */
function fewestGroups(groups: readonly Group[], target: number): readonly Group[] {
  const remainder = new Remainder(groups);
  if (scoreOfLeft(remainder.share) >= target) return [];
  for (let size = 1; size < groups.length; size += 1) {
    let best: { share: number; set: Group[] } | undefined;
    const set: Group[] = [];
    const extend = (from: number): void => {
      if (set.length === size) {
        const { share } = remainder;
        if (share > (best?.share ?? 0)) best = { share, set: [...set] };
        return;
      }
      for (let at = from; at <= groups.length - (size - set.length); at += 1) {
        const group = groups[at] as Group;
        set.push(group);
        remainder.change(group, -1);
        extend(at + 1);
        remainder.change(group, 1);
        set.pop();
      }
    };
    extend(0);
    if (best && scoreOfLeft(best.share) >= target) return best.set;
  }
  return groups;
}

function inOrderOfGain(all: readonly Group[], chosen: readonly Group[], target = Infinity): PlanStep[] {
  const remainder = new Remainder(all);
  const steps: PlanStep[] = [];
  const kinds = byKind(chosen);
  let score = scoreOfLeft(remainder.share);
  while (score < target && kinds.length > 0 && steps.length < MAX_STEPS) {
    let best: { kind: Group[]; share: number } | undefined;
    for (const kind of kinds) {
      const share = remainder.shareWithout(kind.at(-1) as Group);
      if (share > (best?.share ?? 0)) best = { kind, share };
    }
    const { kind } = best as { kind: Group[] };
    const group = kind.pop() as Group;
    if (kind.length === 0) kinds.splice(kinds.indexOf(kind), 1);
    remainder.change(group, -1);
    score = scoreOfLeft(remainder.share);
    steps.push({ groupKey: group.key, severity: group.severity, observationCount: group.observationCount, scoreAfter: score });
  }
  return steps;
}

/**
 * Groups in the same categories with the same highest severities: in one category, resolving the one with the largest burden gains most, so it
 * comes last in its kind, and a step tries one group of each.
 */
function byKind(groups: readonly Group[]): Group[][] {
  const kinds = new Map<string, Group[]>();
  for (const group of groups) {
    const kind = group.weights.map(({ category, bySeverity }) => `${category}:${bySeverity.findLastIndex((count) => count > 0)}`).join();
    const same = kinds.get(kind);
    if (same) same.push(group);
    else kinds.set(kind, [group]);
  }
  const burden = ({ weights }: Group) => weights.reduce((sum, weight) => sum + weight.burden, 0);
  return [...kinds.values()].map((kind) => kind.sort((a, b) => burden(a) - burden(b) || (a.key < b.key ? 1 : -1)));
}

function groupsOf(parts: readonly ScorePart[]): Group[] {
  const groups = new Map<string, Group>();
  for (const part of parts) {
    if (burdenOf(part) === 0) continue;
    const group = groups.get(part.groupKey) ?? { key: part.groupKey, severity: 0, observationCount: 0, weights: [] };
    group.severity = Math.max(group.severity, part.severity);
    group.observationCount += part.openCount;
    let weight = group.weights.find(({ category }) => category === part.category);
    if (!weight) group.weights.push((weight = emptyWeight(part.category)));
    weight.burden += burdenOf(part);
    const severity = highestSeverityOf(part) - 1;
    weight.bySeverity[severity] = (weight.bySeverity[severity] as number) + part.openCount;
    groups.set(part.groupKey, group);
  }
  for (const { weights } of groups.values()) weights.sort((a, b) => a.category - b.category);
  return [...groups.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function emptyWeight(category: number): Weight {
  return { category, burden: 0, bySeverity: Array<number>(SEVERITIES).fill(0) };
}
