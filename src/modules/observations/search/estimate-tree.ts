import type { SqlParams } from '#platform/database/sql-params';
import type { FilterNode, FilterRule } from '#platform/filters/filter-tree';
import type { Access, Days, Estimate, Ids } from './estimate';

/** The estimate of a whole filter, from those of its rules. */
export function estimateNode(node: FilterNode, total: number, ofRule: (rule: FilterRule) => Estimate): Estimate {
  if (node.kind === 'rule') return ofRule(node);
  const isAll = node.operator === 'AND';
  const parts = node.nodes.map((child) => estimateNode(child, total, ofRule)).filter(({ bound }) => isAll || bound > 0);
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return isAll ? estimateAnd(parts, total) : estimateOr(parts, total);
}

/** Uses the access with the fewest rows. Accesses that intersect inside the index count as one. */
function estimateAnd(parts: readonly Estimate[], total: number): Estimate {
  const missing = parts.reduce((sum, { atLeast }) => sum + total - atLeast, 0);
  const accesses = parts.flatMap(({ access }) => access ?? []);
  const together = accesses.filter(({ intersects }) => intersects);
  const joint: Access = {
    bound: Math.min(...together.map(({ bound }) => bound)),
    reads: 0,
    intersects: true,
    write: (params) => together.map(({ write }) => write(params)).join(' AND '),
  };
  const choices = [...(together.length > 1 ? [joint] : together), ...accesses.filter(({ intersects }) => !intersects)];
  const [leading] = choices.sort((a, b) => a.bound - b.bound);
  const ranges = leading ? [] : parts.flatMap((part) => part.range ?? []);
  const leadingRange = ranges.find(({ isForEvery }) => !isForEvery) ?? ranges[0];
  // They find more than the matches of all parts.
  const inexact = { ids: undefined, states: undefined };
  const access = leading && { ...leading, ...inexact };
  const range = leadingRange && { ...leadingRange, ...inexact };
  const days = commonDays(parts.map((part) => part.days));
  return { atLeast: Math.max(0, total - missing), bound: Math.min(total, ...parts.map(({ bound }) => bound)), access, range, days };
}

/** Of the parts that can match. An OR has an access only if each of its parts has one. */
function estimateOr(parts: readonly Estimate[], total: number): Estimate {
  const bound = Math.min(
    total,
    parts.reduce((sum, part) => sum + part.bound, 0),
  );
  const accesses = parts.map(({ access }) => access);
  const complete = accesses.filter((access) => access !== undefined);
  const access =
    complete.length === accesses.length && complete.length > 0
      ? {
          bound,
          reads: complete.reduce((sum, { reads }) => sum + reads, 0),
          intersects: complete.every(({ intersects }) => intersects),
          ids: listedTogether(complete),
          write: (params: SqlParams) => `(${complete.map(({ write }) => write(params)).join(' OR ')})`,
        }
      : undefined;
  return { atLeast: Math.max(0, ...parts.map(({ atLeast }) => atLeast)), bound, access, days: daysOfAny(parts) };
}

function listedTogether(accesses: readonly Access[]): Ids | undefined {
  const all = accesses.flatMap(({ ids }) => ids ?? []);
  return all.length < accesses.length ? undefined : (params) => all.map((ids) => `(${ids(params)})`).join(' UNION ALL ');
}

/** The days that all of these have in common, as far as they are known. */
export function commonDays(days: readonly (Days | undefined)[]): Days | undefined {
  const known = days.filter((each) => each !== undefined);
  if (known.length === 0) return undefined;
  return { first: Math.max(...known.map(({ first }) => first)), last: Math.min(...known.map(({ last }) => last)) };
}

/** Unknown if it is unknown for any part that may match. */
export function daysOfAny(parts: readonly Estimate[]): Days | undefined {
  const dated = parts.filter(({ bound }) => bound > 0).map(({ days }) => days);
  const known = dated.filter((days) => days !== undefined);
  if (known.length === 0 || known.length < dated.length) return undefined;
  return { first: Math.min(...known.map(({ first }) => first)), last: Math.max(...known.map(({ last }) => last)) };
}
