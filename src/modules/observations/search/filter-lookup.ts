import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { FilterList, FilterNode, FilterRule } from '#platform/filters/filter-tree';
import type { View } from '#shared/view';
import type { State } from '../states';
import type { FilterEstimate } from './estimate';
import { COUNTS, estimateRule, NONE, NUMBERS, type Numbers } from './estimate-rule';
import { daysOfAny, estimateNode } from './estimate-tree';
import { sourceOf, type KnownRule } from './rule-source';

interface Place {
  rule: FilterRule;
  path: string;
  known: KnownRule | undefined;
}

/** Looks a filter up in the kept values: one statement, whose cost does not depend on the number of observations. */
export class FilterLookup {
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
  estimate(numbersRead: string): FilterEstimate {
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
      return { state, total, ...estimateNode(this.tree, total, ofRule), ofRule };
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
