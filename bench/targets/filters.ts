import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import type { Environment } from '../environment';
import {
  besideUnfiltered,
  MAX_RATIO_OF_COMBINATION,
  ratioOutcome,
  roundsOf,
  slowestNamed,
  slowestOf,
  slowestPage,
  type NamedBeside,
  type Rounds,
} from '../beside-unfiltered';
import { casesOf, observationValues, type FilterCase } from '../filter-cases';
import { loadFilterOrganization } from '../filter-organization';
import { callsOf, knownIds } from '../known-ids';
import { listOrders } from '../list-orders';
import { isSeeded } from '../seed';
import { searchCost } from './search-cost';

const SIZE = 2_000_000;
const QUICK_SIZE = 40_000;
/** More than are loaded. */
const VENDORS = 10_000;

/** Target 16: what a filter costs beside the unfiltered list, whatever its field and however many rows match; and what its indexes cost. */
export async function filters({ environment, service, largest, quick }: BenchContext): Promise<Outcome[]> {
  const size = quick ? QUICK_SIZE : Math.min(SIZE, largest);
  const domain = `filters-${size}-bench.com`;
  if (!(await isSeeded(environment, domain, size))) {
    const { id } = await environment.application.get(Organizations).create({ name: domain, domain, vrm: true, slots: VENDORS });
    const analyze = () => environment.admin.query('ANALYZE');
    await loadFilterOrganization(environment.application.get(Database), id, size, analyze);
    await environment.admin.query('VACUUM ANALYZE');
  }
  const client = await BenchClient.of(environment, service, domain);
  const rounds = roundsOf(quick);
  const call = (request: object) => client.exchange('POST', 'observations', request);
  const beside = (filters: object[], count: number) =>
    besideUnfiltered(
      count,
      () => call({}),
      () => call({ filters }),
    );
  const orders = await listOrders(environment, client);

  const outcomes: Outcome[] = [];
  const cases = casesOf(OBSERVATION_CATALOGUE, observationValues(size, await knownIds(domain, callsOf(client))));
  for (const field of Object.keys(OBSERVATION_CATALOGUE.fields)) {
    const ofField = cases.filter((one) => one.field === field);
    const what = `list of ${size} by ${field.replace('OBSERVATIONS_FIELD_', '')}`;
    outcomes.push(await slowestOf(what, ofField, (filter, count) => beside([filter], count), rounds));
    const named = ofField.map(({ comparison, share, filter }): [string, object[]] => [
      `${comparison.replace('COMPARISON_', '')} ${share}`,
      [filter],
    ]);
    outcomes.push(await slowestPage(what, Object.fromEntries(named), orders, call, rounds));
  }
  for (const [name, combined] of Object.entries(COMBINATIONS)) {
    const what = `list of ${size}, ${name}`;
    outcomes.push(ratioOutcome(what, await beside(combined, rounds.final), MAX_RATIO_OF_COMBINATION));
    outcomes.push(await slowestPage(what, { [name]: combined }, orders, call, rounds, MAX_RATIO_OF_COMBINATION));
  }
  return [
    ...outcomes,
    ...(await listsInOtherModes(environment, client, size, cases, rounds)),
    ...(await groupsOfFew(client, size, cases, rounds.first)),
    ...(await searchCost(environment, quick)),
  ];
}

/** A tenth of the observations is closed. */
const OTHER_MODES = [
  ['OBSERVATION_MODE_RESOLVED', 'the closed ones'],
  ['OBSERVATION_MODE_ALL', 'open and closed ones'],
] as const;

/** In the orders by a time. URLs are nearly unique: those of open observations are among the kept ones that are read. */
async function listsInOtherModes(
  environment: Environment,
  client: BenchClient,
  size: number,
  cases: readonly FilterCase[],
  rounds: Rounds,
): Promise<Outcome[]> {
  const call = (request: object) => client.exchange('POST', 'observations', request);
  const isUrl = ({ field }: FilterCase) => field.endsWith('ASSET_URL');
  const outcomes: Outcome[] = [];
  for (const [mode, which] of OTHER_MODES) {
    const orders = (await listOrders(environment, client, mode)).filter(({ name }) => /Seen|updatedAt/.test(name));
    const slowest = (what: string, some: readonly FilterCase[]) => {
      const named = some.map((one): [string, object[]] => [nameOf(one), [one.filter]]);
      return slowestPage(`list of ${which} of ${size} by ${what}`, Object.fromEntries(named), orders, call, rounds);
    };
    outcomes.push(
      await slowest(
        'any field but the URL',
        cases.filter((one) => !isUrl(one)),
      ),
      await slowest('URL', cases.filter(isUrl)),
    );
  }
  return outcomes;
}

function nameOf({ field, comparison, share }: FilterCase): string {
  return `${field.replace('OBSERVATIONS_FIELD_', '')} ${comparison.replace('COMPARISON_', '')} ${share}`;
}

/** Groups count every match, or every row that the filter leaves out, so their cost grows with these. */
const FEW = 1_000;

async function groupsOfFew(client: BenchClient, size: number, cases: readonly FilterCase[], rounds: number): Promise<Outcome[]> {
  const groups = (filters: object[]) => () => client.exchange('POST', 'observations/groups', { filters });
  const matching: NamedBeside[] = [];
  const others: NamedBeside[] = [];
  for (const one of cases) {
    const { filter } = one;
    const counted = await client.exchange('POST', 'observations', { filters: [filter], limit: 1 });
    if (Number((JSON.parse(counted.toString()) as { totalCount: string }).totalCount) > FEW) continue;
    const name = nameOf(one);
    matching.push({ name, ...(await besideUnfiltered(rounds, groups([]), groups([filter]))) });
    others.push({ name: `not ${name}`, ...(await besideUnfiltered(rounds, groups([]), groups([list('AND', [filter], true)]))) });
  }
  return [
    slowestNamed(`groups of ${size} by any field, up to ${FEW} matches: the slowest filter`, matching),
    slowestNamed(`groups of ${size} by any field, all but up to ${FEW} rows: the slowest filter`, others),
  ];
}

const rule = (field: string, comparison: string, value: object) => ({
  rule: { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value },
});
const tag = (stringValue: string, comparison = 'EQUALS') => rule('TAG', comparison, { stringValue });
const port = (numberValue: number) => rule('ASSET_PORT', 'EQUALS', { numberValue });
const source = (stringValue: string) => rule('SOURCE', 'EQUALS', { stringValue });
const list = (operator: string, all: object[], isNegated = false) => ({
  list: { operator: `OPERATOR_${operator}`, isNegated, filters: all },
});

const COMBINATIONS: Readonly<Record<string, object[]>> = {
  'two frequent values that no row has both of': [tag('tag-half'), tag('tag-percent')],
  'three rules': [tag('tag-half'), port(443), source('source-percent')],
  'any of three rules': [list('OR', [tag('tag-few'), port(1), source('source-percent')])],
  'neither of two rules': [list('OR', [tag('tag-half'), port(443)], true)],
  'a value of the oldest rows': [tag('old')],
  'all but a frequent value': [tag('tag-half', 'NOT_EQUALS')],
};
