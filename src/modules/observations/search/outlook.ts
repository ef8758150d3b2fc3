import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { FilterList, FilterNode, FilterRule } from '#platform/filters/filter-tree';
import type { View } from '#vocabulary/view';
import { withoutFilter, type Selection } from '../observation-query';
import { mapReadings, type Readings } from './readings';
import { sourceOf, type KnownRule } from './rule-source';
import { IN_STATE, MAX_FETCHED, MAX_FOUND, type Source, type State } from './source';

/** An index condition that finds a superset of the matches, and an upper bound of its size. */
export interface Access extends Readings<Ids> {
  bound: number;
  /** Expected number of rows to check. 0 for an intersection inside the index, which leaves few. */
  reads: number;
  /** Whether the index can intersect it with other conditions. */
  intersects: boolean;
  write: (params: SqlParams) => string;
}

export type Ids = (params: SqlParams) => string;

/** An index condition for more than MAX_FOUND rows, and a statement that counts them up to MAX_FETCHED + 1. The readings take a limit. */
export interface WideAccess extends Readings<(params: SqlParams, limit: number) => string> {
  count: (params: SqlParams) => string;
  write: (params: SqlParams) => string;
  beside: Source['beside'];
  isForEvery: Source['isForEvery'];
}

/** The first and the last day on which a match was first seen, in days since 1970. */
export interface Days {
  first: number;
  last: number;
}

/** Lower and upper bound of the number of matches. */
export interface Estimate {
  atLeast: number;
  bound: number;
  /** Undefined if the kept values do not tell. */
  days?: Days | undefined;
  access?: Access | undefined;
  /** Set only if there is no access. */
  wide?: WideAccess | undefined;
}

export interface StateOutlook extends Estimate {
  state: State;
  /** All observations in this state. */
  total: number;
}

/** What is known about a filter before its rows are read. */
export interface Outlook {
  states: readonly StateOutlook[];
  atLeast: number;
  bound: number;
  total: number;
  /** The observations in these states and in the other one. */
  totalOfAny: number;
  days: Days | undefined;
  /** Path of the least selective rule in the request. */
  broadestRule: string;
}

/** The outlook without a state in which nothing can match. */
export function inMatchingStates(outlook: Outlook): Outlook {
  const [only, ...others] = outlook.states.filter(({ bound }) => bound > 0);
  return only && others.length === 0 ? { ...outlook, states: [only], total: only.total } : outlook;
}

/** The outlook with an access for each range. */
export function opened(outlook: Outlook): Outlook {
  const states = outlook.states.map((state) => (state.wide ? { ...state, access: openedAccess(state.bound, state.wide) } : state));
  return { ...outlook, states };
}

function openedAccess(bound: number, wide: WideAccess): Access {
  const readings = mapReadings(wide, (read) => (params: SqlParams) => read(params, MAX_FETCHED + 1));
  return { bound, reads: bound, intersects: false, write: wide.write, ...readings };
}

/** Selects how many rows the ranges and accesses find; of each range, up to MAX_FETCHED + 1 are counted. */
export function sizeOfRanges({ states }: Outlook, organizationId: string, view: View): Step {
  const params = new SqlParams<unknown>([organizationId, view.number]);
  const counts = states.flatMap(({ wide }) => (wide ? [`(${wide.count(params)})`] : []));
  const found = states.reduce((sum, { access }) => sum + (access?.bound ?? 0), 0);
  return { sql: `SELECT ${[...counts, found].join(' + ')} AS size`, params: params.values };
}

/** The outlook for a statement that reads every match: with an access for each range, unless they have many rows. */
export function openedIfFew(outlook: Outlook, size: number): Outlook {
  return isFew(outlook, size) ? opened(outlook) : outlook;
}

/** Whether so many rows are few enough to look them up, if every match is read. */
export function isFew({ total }: Outlook, size: number): boolean {
  return size <= Math.min(MAX_FETCHED, total * DENSE_SHARE);
}

/** Whether there are ranges, and an index finds the rows of every other state. Values that are too many for a page are ranges if every match is read. */
export function hasRanges({ states }: Outlook, isEvery: boolean): boolean {
  const rangeOf = ({ wide }: StateOutlook) => (wide?.isForEvery && !isEvery ? undefined : wide);
  return states.some(rangeOf) && states.every((state) => state.bound === 0 || (state.access ?? rangeOf(state)));
}

interface Place {
  rule: FilterRule;
  path: string;
  known: KnownRule | undefined;
}

const COUNTS = ['read', 'total', 'doubtful', 'largest'] as const;
const NUMBERS = [...COUNTS, 'first_day', 'last_day'] as const;
type Numbers = Readonly<Record<(typeof NUMBERS)[number], number>>;
const NONE: Numbers = { read: 0, total: 0, doubtful: 0, largest: 0, first_day: 0, last_day: 0 };
/** Above this share of all rows, reading without an index over the filter is faster. */
const DENSE_SHARE = 0.1;
/** Later than any day: the last day of values that were kept before days were recorded. */
const NO_LAST_DAY = 2_147_483_647;

/** Looks a filter up in the kept values: one statement, whose cost does not depend on the number of observations. */
export class Lookup {
  private readonly tree: FilterNode;
  private readonly rules = new Map<FilterRule, Place>();

  constructor(
    filter: FilterList,
    private readonly view: View,
    private readonly states: readonly State[],
  ) {
    this.tree = this.positive(filter, false, 'filters', true);
  }

  statement(organizationId: string): Step {
    const params = new SqlParams<unknown>([organizationId, this.view.number]);
    const totals = `SELECT coalesce(sum(v.open_count), 0) AS open, coalesce(sum(v.closed_count), 0) AS closed FROM observation_value v
                     WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'SEVERITY'`;
    const questions = this.questions();
    const parts = questions.map(([{ known }, state]) => known?.source.numbers(state, params));
    const asked = parts.map((sql, index) => (sql === undefined ? '' : ` CROSS JOIN (${sql}) r${index}`)).join('');
    const columns = questions.flatMap(([{ known }], index) => {
      const named = known?.source.isDated ? NUMBERS : COUNTS;
      return NUMBERS.map((name) => (parts[index] !== undefined && named.includes(name as never) ? `coalesce(r${index}.${name}, 0)` : '0'));
    });
    const numbers = ['t.open', 't.closed', ...columns].map((number) => `(${number})::text`);
    // An array, because a function takes at most 100 arguments and a filter may have more numbers than that.
    return {
      sql: `SELECT array_to_string(ARRAY[${numbers.join(', ')}], ' ') AS numbers FROM (${totals}) t${asked}`,
      params: params.values,
    };
  }

  /** Interprets the numbers that the statement returned. */
  outlook(numbersRead: string): Outlook {
    const [open = 0, closed = 0, ...rest] = numbersRead.split(' ').map(Number);
    const totals = { open, closed };
    const numbers = new Map<Place, Map<State, Numbers>>();
    this.questions().forEach(([place, state], index) => {
      const [read = 0, total = 0, doubtful = 0, largest = 0, first_day = 0, last_day = 0] = rest.slice(index * NUMBERS.length);
      const ofPlace = numbers.get(place) ?? new Map<State, Numbers>();
      numbers.set(place, ofPlace.set(state, { read, total, doubtful, largest, first_day, last_day }));
    });
    const states = this.states.map((state) => {
      const total = totals[state];
      const ofRule = (rule: FilterRule) => {
        const place = this.rules.get(rule) as Place;
        return estimateRule(place.known, numbers.get(place)?.get(state) ?? NONE, state, total);
      };
      return { state, total, ...estimate(this.tree, total, ofRule), ofRule };
    });
    const sum = (of: (each: (typeof states)[number]) => number) => states.reduce((all, each) => all + of(each), 0);
    const [broadest] = [...this.rules.values()]
      .map(({ rule, path }) => ({
        path,
        bound: sum(({ ofRule }) => ofRule(rule).bound),
        found: states.every(({ ofRule }) => ofRule(rule).access),
      }))
      .sort((a, b) => Number(a.found) - Number(b.found) || b.bound - a.bound);
    return {
      states,
      atLeast: sum(({ atLeast }) => atLeast),
      bound: sum(({ bound }) => bound),
      total: sum(({ total }) => total),
      totalOfAny: open + closed,
      days: daysOfAny(states),
      broadestRule: broadest?.path ?? 'filters',
    };
  }

  private questions(): [Place, State][] {
    return [...this.rules.values()].flatMap((place) => this.states.map((state): [Place, State] => [place, state]));
  }

  /** Moves negations down to the rules, and records each rule with its path. */
  private positive(node: FilterNode, negated: boolean, path: string, isTop = false): FilterNode {
    if (node.kind === 'rule') {
      const rule = { ...node, negated: node.negated !== negated };
      this.rules.set(rule, { rule, path: `${path}.rule`, known: sourceOf(rule, this.view) });
      return rule;
    }
    const flipped = node.negated !== negated;
    const inner = isTop ? path : `${path}.list.filters`;
    return {
      kind: 'list',
      operator: flipped === (node.operator === 'AND') ? 'OR' : 'AND',
      negated: false,
      nodes: node.nodes.map((child, index) => this.positive(child, flipped, `${inner}[${index}]`)),
    };
  }
}

function estimateRule(known: KnownRule | undefined, numbers: Numbers, state: State, total: number): Estimate {
  if (!known) return { atLeast: 0, bound: total };
  const { source, negates } = known;
  const certain = { all: numbers.total - numbers.doubtful, largest: numbers.largest, none: 0 }[source.certain];
  const isCut = numbers.read > MAX_FOUND;
  const atLeast = Math.min(certain, total);
  const isCounted = source.isCounted === true || numbers.read <= (source.countsTo ?? MAX_FOUND);
  const bound = isCounted ? Math.min(numbers.total, total) : total;
  if (negates) return { atLeast: total - bound, bound: total - atLeast };
  const readings = mapReadings(source, (read) => (params: SqlParams) => read(state, params, MAX_FOUND + 1));
  const access = isCut
    ? undefined
    : {
        bound,
        reads: bound * (source.readsPerRow ?? 1),
        intersects: source.intersects,
        write: (params: SqlParams) => source.condition(state, params),
        ...readings,
        rows: numbers.read >= (source.rowsFrom ?? 0) ? readings.rows : undefined,
      };
  const isDated = (isCut ? source.isDated === 'whole' : source.isDated !== undefined) && numbers.last_day < NO_LAST_DAY;
  const days = isDated ? { first: numbers.first_day, last: numbers.last_day } : undefined;
  return { atLeast, bound, access, days, wide: isCut ? wideAccess(source, state) : undefined };
}

function wideAccess(source: Source, state: State): WideAccess | undefined {
  const limit = MAX_FETCHED + 1;
  const { counted } = source;
  return (
    counted && {
      ...mapReadings(source, (read) => (params: SqlParams, most: number) => read(state, params, most)),
      count: (params) => counted(state, params, limit),
      write: (params) => source.condition(state, params, limit),
      beside: source.beside,
      isForEvery: source.isForEvery,
    }
  );
}

function estimate(node: FilterNode, total: number, ofRule: (rule: FilterRule) => Estimate): Estimate {
  if (node.kind === 'rule') return ofRule(node);
  const isAll = node.operator === 'AND';
  const parts = node.nodes.map((child) => estimate(child, total, ofRule)).filter(({ bound }) => isAll || bound > 0);
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return isAll ? all(parts, total) : any(parts, total);
}

/** Uses the access with the fewest rows. Accesses that intersect inside the index count as one. */
function all(parts: readonly Estimate[], total: number): Estimate {
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
  const ranges = leading ? [] : parts.flatMap((part) => part.wide ?? []);
  const range = ranges.find(({ isForEvery }) => !isForEvery) ?? ranges[0];
  // They find more than the matches of all parts.
  const inexact = { ids: undefined, states: undefined };
  const access = leading && { ...leading, ...inexact };
  const wide = range && { ...range, ...inexact };
  const days = commonDays(parts.map((part) => part.days));
  return { atLeast: Math.max(0, total - missing), bound: Math.min(total, ...parts.map(({ bound }) => bound)), access, wide, days };
}

/** Of the parts that can match. An OR has an access only if each of its parts has one. */
function any(parts: readonly Estimate[], total: number): Estimate {
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
function daysOfAny(parts: readonly Estimate[]): Days | undefined {
  const dated = parts.filter(({ bound }) => bound > 0).map(({ days }) => days);
  const known = dated.filter((days) => days !== undefined);
  if (known.length === 0 || known.length < dated.length) return undefined;
  return { first: Math.min(...known.map(({ first }) => first)), last: Math.max(...known.map(({ last }) => last)) };
}

/** Selects the matches in one state, by index if there is an access; undefined if nothing can match. */
export function foundIn(
  { state, bound, access }: StateOutlook,
  { scope, where }: Selection,
  columns: string,
  params: SqlParams,
): string | undefined {
  if (bound === 0) return undefined;
  if (!access) return `SELECT ${columns} FROM observation o WHERE ${where} AND ${IN_STATE[state]}`;
  // Terms contain the organization, and the view checks it. With that condition here, PostgreSQL would also scan an index for all rows of
  // the organization.
  const within = access.intersects ? 'o.is_listed' : scope;
  // OFFSET 0 keeps the filter out of the scan. Otherwise PostgreSQL would join its sub-selects first, and read the whole organization.
  const found =
    access.rows?.(params) ??
    `SELECT * FROM observation_search o WHERE ${within} AND ${IN_STATE[state]} AND ${access.write(params)} OFFSET 0`;
  return `SELECT ${columns} FROM (${found}) o WHERE ${where}`;
}

/** Selects all matches, unordered. The selection is empty if nothing can match. */
export function everyRow({ states }: Outlook, selection: Selection, columns: string): Step & { params: unknown[] } {
  const read = states.map((each) => (each.atLeast > each.total * DENSE_SHARE ? { ...each, access: undefined } : each));
  const isExact = read.every(({ bound, access }) => bound === 0 || access?.ids);
  const checked = isExact ? withoutFilter(selection) : selection;
  const params = new SqlParams(checked.params);
  const parts = read.flatMap((each) => foundIn(each, checked, columns, params) ?? []);
  const sql = parts.length > 0 ? parts.join(' UNION ALL ') : `SELECT ${columns} FROM observation o WHERE ${checked.where} AND false`;
  return { sql, params: params.values };
}
