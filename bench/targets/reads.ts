import { observationFilterFields } from '@vendor-risk/client';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import type { BenchContext, Outcome } from '../context';
import { medianOf, sideBySide, timed } from '../measure';
import { median } from '../percentile';

/** A single one-millisecond call after a scan of seconds would mostly measure cold CPU caches. */
const CALLS_A_ROUND = 20;
const QUICK_CALLS_A_ROUND = 3;
/** Statements faster than this run as often per round as our call. */
const SHORT_MS = 100;
/** Share of the seeded observations that are open. */
const OPEN = 0.7;
const CVE = 'CVE-2012-1100';

const { category, cve, severity, vendor } = observationFilterFields;

/** Target 4: a page deep in a list costs as much as the first one, in every sort. Offsets are skipped in the index. */
export async function depth({ client, environment, size, quick }: BenchContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const places = quick ? 20 : 100;
  for (const sortField of ['firstSeen', 'lastSeen', 'updatedAt', 'severity', 'cvssBaseScore'] as const) {
    const request = { sortField, countMode: 'TOTAL_COUNT_MODE_NONE' as const };
    const cursors: string[] = [];
    for (let place = 0; place < places; place += 1) {
      const { nextCursor } = await client.api.observations.list({ ...request, offset: Math.floor((size * 0.65 * place) / places) }).page();
      if (nextCursor) cursors.push(nextCursor);
    }
    const samples = quick ? 50 : 1000;
    const first: number[] = [];
    const deep: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      first.push(await timed(() => client.exchange('POST', 'observations', request)));
      deep.push(await timed(() => client.exchange('POST', 'observations', { ...request, cursor: cursors[sample % cursors.length] })));
    }
    outcomes.push({
      target: 4,
      what: `random depth / first page by ${sortField}`,
      measured: median(deep) / median(first),
      wanted: 1.15,
      better: 'less',
      unit: 'times',
      detail: `${median(deep).toFixed(2)} ms against ${median(first).toFixed(2)} ms, from ${cursors.length} places`,
    });
  }
  const offset = Math.floor(size / 2);
  const middle = Math.floor(size * OPEN * 0.5); // the worst case: rows are skipped from the nearer end
  const plain = `SELECT * FROM observation WHERE organization_id = '${client.organizationId}' AND view = 1 AND is_listed AND is_open ORDER BY first_seen DESC, id DESC LIMIT 51 OFFSET ${offset}`;
  const skipping = (rows: number) => () =>
    medianOf(3, () => client.exchange('POST', 'observations', { offset: rows, countMode: 'TOTAL_COUNT_MODE_NONE' }));
  const [own, plainMs, worst] = await sideBySide(
    quick ? 5 : 15,
    skipping(offset),
    () => medianOf(3, () => environment.admin.query(plain)),
    skipping(middle),
  );
  outcomes.push({
    target: 4,
    what: `offset ${offset}: plain OFFSET / ours`,
    measured: plainMs / own,
    wanted: 5,
    better: 'more',
    unit: 'times',
    detail: `${plainMs.toFixed(0)} ms against ${own.toFixed(0)} ms; at ${middle}, the middle of the list, ours takes ${worst.toFixed(0)} ms`,
  });
  return outcomes;
}

/** Targets 5, 6 and 7: roll-ups compared with the queries they replace. */
export async function rollups({ client, environment, quick }: BenchContext): Promise<Outcome[]> {
  const own = `organization_id = '${client.organizationId}' AND view = 1 AND is_listed AND is_open`;
  const plainGroups = (condition: string) =>
    `SELECT group_key, count(*), count(DISTINCT vendor_id), max(severity), min(first_seen), max(last_seen) FROM observation WHERE ${own} AND ${condition} GROUP BY group_key ORDER BY 2 DESC LIMIT 50`;
  const [rounds, calls] = quick ? [3, QUICK_CALLS_A_ROUND] : [15, CALLS_A_ROUND];
  const oftenEnough = (sql: string) => async () => {
    const query = () => environment.admin.query(sql);
    const once = await timed(query);
    return once > SHORT_MS ? once : medianOf(calls, query);
  };
  const outcome = (target: number, what: string, wanted: number, [ours, plain]: readonly [number, number]): Outcome => ({
    target,
    what,
    measured: plain / ours,
    wanted,
    better: 'more',
    unit: 'times',
    detail: `${plain.toFixed(1)} ms against ${ours.toFixed(1)} ms`,
    wholeData: true,
  });
  const compare = async (target: number, what: string, wanted: number, call: () => Promise<unknown>, sql: string): Promise<Outcome> =>
    outcome(target, what, wanted, await sideBySide(rounds, () => medianOf(calls, call), oftenEnough(sql)));
  const groups = (filters: object[]) => () => client.exchange('POST', 'observations/groups', { filters });
  const filtered = async (what: string, filter: object, condition: string): Promise<Outcome> => {
    const [ours, overAll, alike] = await sideBySide(
      rounds,
      () => medianOf(calls, groups([filter])),
      oftenEnough(plainGroups('true')),
      oftenEnough(plainGroups(condition)),
    );
    const compared = outcome(5, `group list, ${what}: plain GROUP BY over all / ours`, 5, [ours, overAll]);
    return { ...compared, detail: `${compared.detail}; with the same filter it takes ${alike.toFixed(1)} ms` };
  };
  return [
    await compare(5, 'group list, unfiltered: plain GROUP BY / ours', 500, groups([]), plainGroups('true')),
    await filtered('one vendor', vendor.equals('load-7.com'), `party_domain = 'load-7.com'`),
    await filtered('severity', severity.atLeast('HIGH'), `severity >= ${OBSERVATION_SEVERITY.toNumber('OBSERVATION_SEVERITY_HIGH')}`),
    await filtered(
      'category',
      category.equals('ENCRYPTION'),
      `category = ${OBSERVATION_CATEGORY.toNumber('OBSERVATION_CATEGORY_ENCRYPTION')}`,
    ),
    await filtered(
      'one CVE',
      cve.equals(CVE),
      `id IN (SELECT observation_id FROM observation_cve WHERE organization_id = '${client.organizationId}' AND cve_id = '${CVE}')`,
    ),
    await compare(
      6,
      'values of a field: sequential GROUP BY / ours',
      100,
      () => client.exchange('GET', 'observations/filter-options/values?field=OBSERVATIONS_FIELD_OBSERVATION_TYPE'),
      `SELECT observation_type, count(*) FROM observation WHERE ${own} GROUP BY 1 ORDER BY 2 DESC`,
    ),
    await compare(
      7,
      'exact total by severity: heap count / ours (the list with it)',
      50,
      () =>
        client.exchange('POST', 'observations', {
          limit: 1,
          countMode: 'TOTAL_COUNT_MODE_EXACT',
          filters: [severity.equals('HIGH')],
        }),
      `SET enable_indexonlyscan = off; SELECT count(*) FROM observation WHERE ${own} AND severity = 4; RESET enable_indexonlyscan`,
    ),
  ];
}
