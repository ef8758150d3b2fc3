import type { Statements, Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList, FilterNode, FilterRule } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#shared/observation.enums';
import type { View } from '#shared/view';
import { statesOf, type State } from '../states';
import { accessToAll, accessToAny } from './access';
import { complement, questionOf, valuesIn, type Estimate, type Question } from './rule-estimate';

/** How many rows of a state match, of how many. */
export interface StateEstimate extends Estimate {
  state: State;
  total: number;
}

/** How many rows of a filter match in the states of a mode that may have some, and the path of the rule that leads to most rows. */
export interface FilterEstimate {
  states: readonly StateEstimate[];
  atLeast: number;
  atMost: number;
  total: number;
  broadestRule: string;
}

/** Entries of a range to count for a page, and for a statement that reads every match. */
export const MAX_ENTRIES = { page: 10_000, every: 100_000 } as const;

/** Runs a statement that returns one value. */
type ReadOne = (statement: Step & { params: unknown[] }) => Promise<string | null | undefined>;

interface Asked {
  rule: FilterRule;
  path: string;
  question: Question;
}

/** Estimates a filter by one statement, whose cost does not depend on the number of observations. */
export async function estimateFilter(
  read: ReadOne,
  organizationId: string,
  view: View,
  filter: FilterList,
  mode: ObservationMode,
  maxEntries: number,
): Promise<FilterEstimate> {
  const asked: Asked[] = [];
  const add = (node: FilterNode, path: string, isTop: boolean): void => {
    if (node.kind === 'rule') asked.push({ rule: node, path: `${path}.rule`, question: questionOf(node, maxEntries) });
    else node.nodes.forEach((child, index) => add(child, `${isTop ? path : `${path}.list.filters`}[${index}]`, false));
  };
  add(filter, 'filters', true);

  const states = statesOf(mode);
  const params = new SqlParams<unknown>([organizationId, view.number]);
  const totals = states.map((state) => `SELECT coalesce(sum(v.${state}_count), 0)::text FROM ${valuesIn(['SEVERITY'])}`);
  const answers = states.flatMap((state) => asked.map(({ question }) => question.sql(state, params)));
  // An array, because a function takes at most a hundred arguments.
  const sql = `SELECT array_to_string(ARRAY[${[...totals, ...answers].map((answer) => `(${answer})`).join(', ')}], ' ')`;
  const numbers = ((await within('filters', () => read({ sql, params: params.values }))) ?? '').split(' ').map(Number);

  const all = states.map((state, index): StateEstimate & { ofRules: ReadonlyMap<FilterRule, Estimate> } => {
    const total = numbers[index] ?? 0;
    const first = states.length + 2 * index * asked.length;
    const ofRules = new Map(
      asked.map(({ rule, question }, place) => {
        const [one = 0, other = 0] = numbers.slice(first + 2 * place);
        return [rule, question.estimate([one, other], total)];
      }),
    );
    return { state, total, ofRules, ...estimateNode(filter, total, ofRules) };
  });
  const possible = all.filter(({ atMost }) => atMost > 0);
  const sum = (of: (each: StateEstimate) => number) => possible.reduce((number, each) => number + of(each), 0);
  const [broadest] = asked
    .map(({ rule, path }) => {
      const estimates = possible.map(({ ofRules }) => ofRules.get(rule));
      const isFound = estimates.every((estimate) => estimate?.access);
      return { path, rank: (isFound ? 0 : 1e15) + estimates.reduce((rows, estimate) => rows + (estimate?.atMost ?? 0), 0) };
    })
    .sort((a, b) => b.rank - a.rank);
  return {
    states: possible,
    atLeast: sum(({ atLeast }) => atLeast),
    atMost: sum(({ atMost }) => atMost),
    total: sum(({ total }) => total),
    broadestRule: broadest?.path ?? 'filters',
  };
}

/** Reads inside a transaction, which sees what it has written. */
export function readingIn(tx: Statements): ReadOne {
  return async ({ sql, params }) => {
    const [row] = (await tx.query(sql, params)) as Record<string, string>[];
    return row && Object.values(row)[0];
  };
}

function estimateNode(node: FilterNode, total: number, ofRules: ReadonlyMap<FilterRule, Estimate>): Estimate {
  if (node.kind === 'rule') return ofRules.get(node) as Estimate;
  const parts = node.nodes.map((child) => estimateNode(child, total, ofRules));
  const whole = node.operator === 'AND' ? estimateAll(parts, total) : estimateAny(parts, total);
  return node.negated ? complement(whole, total) : whole;
}

function estimateAll(parts: readonly Estimate[], total: number): Estimate {
  const missing = parts.reduce((sum, { atLeast }) => sum + total - atLeast, 0);
  return {
    atLeast: Math.max(0, total - missing),
    atMost: Math.min(total, ...parts.map(({ atMost }) => atMost)),
    access: accessToAll(parts),
  };
}

function estimateAny(all: readonly Estimate[], total: number): Estimate {
  const parts = all.filter(({ atMost }) => atMost > 0);
  const [only, ...others] = parts;
  if (!only) return { atLeast: 0, atMost: 0 };
  if (others.length === 0) return only;
  const accesses = parts.flatMap(({ access }) => access ?? []);
  return {
    atLeast: Math.max(...parts.map(({ atLeast }) => atLeast)),
    atMost: Math.min(
      total,
      parts.reduce((sum, { atMost }) => sum + atMost, 0),
    ),
    access: accesses.length === parts.length ? accessToAny(accesses) : undefined,
  };
}
