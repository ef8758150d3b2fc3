import { rule } from '../client';
import type { BenchContext, Outcome } from '../context';
import { medianOf, sideBySide, timed } from '../measure';
import { median } from '../percentile';

/** A call of a millisecond after a scan of seconds would mostly measure how cold the scan has left the processor. */
const CALLS_A_ROUND = 20;

interface Page {
  nextCursor?: string;
}

/** Target 4: a page deep in a list costs what the first one costs, in every sort; skipped rows are passed over in the index. */
export async function depth({ client, environment, size, quick }: BenchContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const sortField of ['firstSeen', 'lastSeen', 'updatedAt', 'severity', 'cvssBaseScore']) {
    const request = { sortField, countMode: 'TOTAL_COUNT_MODE_NONE' };
    const cursors: string[] = [];
    for (let sample = 0; sample < 20; sample += 1) {
      const page = await client.call<Page>('POST', 'observations', { ...request, offset: Math.floor((size * 0.65 * sample) / 20) });
      if (page.nextCursor) cursors.push(page.nextCursor);
    }
    const samples = quick ? 100 : 1000;
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
    });
  }
  const offset = Math.floor(size / 2);
  const plain = `SELECT * FROM observation WHERE organization_id = '${client.organizationId}' AND view = 1 AND is_listed AND is_open ORDER BY first_seen DESC, id DESC LIMIT 51 OFFSET ${offset}`;
  const [own, usual] = await sideBySide(
    quick ? 5 : 15,
    () => medianOf(3, () => client.exchange('POST', 'observations', { offset, countMode: 'TOTAL_COUNT_MODE_NONE' })),
    () => medianOf(3, () => environment.admin.query(plain)),
  );
  outcomes.push({
    target: 4,
    what: `offset ${offset}: plain OFFSET / ours`,
    measured: usual / own,
    wanted: 5,
    better: 'more',
    unit: 'times',
    detail: `${usual.toFixed(0)} ms against ${own.toFixed(0)} ms`,
  });
  return outcomes;
}

/** Targets 5, 6 and 7: roll-ups beside what they replace. */
export async function rollups({ client, environment, quick }: BenchContext): Promise<Outcome[]> {
  const own = `organization_id = '${client.organizationId}' AND view = 1 AND is_listed AND is_open`;
  const plainGroups = `SELECT group_key, count(*), count(DISTINCT vendor_id), max(severity), min(first_seen), max(last_seen) FROM observation WHERE ${own} GROUP BY group_key ORDER BY 2 DESC LIMIT 50`;
  const rounds = quick ? 5 : 15;
  const compare = async (target: number, what: string, wanted: number, call: () => Promise<unknown>, sql: string): Promise<Outcome> => {
    const [ours, plain] = await sideBySide(
      rounds,
      () => medianOf(CALLS_A_ROUND, call),
      () => timed(() => environment.admin.query(sql)),
    );
    return {
      target,
      what,
      measured: plain / ours,
      wanted,
      better: 'more',
      unit: 'times',
      detail: `${plain.toFixed(1)} ms against ${ours.toFixed(1)} ms`,
    };
  };
  const groups = (filters: object[]) => () => client.exchange('POST', 'observations/groups', { filters });
  return [
    await compare(5, 'group list, unfiltered: plain GROUP BY / ours', 500, groups([]), plainGroups),
    await compare(5, 'group list, one vendor', 5, groups([rule('VENDOR', 'EQUALS', { stringValue: 'load-7.com' })]), plainGroups),
    await compare(
      5,
      'group list, severity',
      5,
      groups([rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })]),
      plainGroups,
    ),
    await compare(
      5,
      'group list, category',
      5,
      groups([rule('CATEGORY', 'EQUALS', { stringValue: 'OBSERVATION_CATEGORY_ENCRYPTION' })]),
      plainGroups,
    ),
    await compare(5, 'group list, one CVE', 5, groups([rule('CVE', 'EQUALS', { stringValue: 'CVE-2012-1100' })]), plainGroups),
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
          filters: [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })],
        }),
      `SET enable_indexonlyscan = off; SELECT count(*) FROM observation WHERE ${own} AND severity = 4; RESET enable_indexonlyscan`,
    ),
  ];
}
