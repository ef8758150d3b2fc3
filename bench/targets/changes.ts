import type { Request } from '@vendor-risk/client';
import type { Client } from 'pg';
import type { BenchContext, Outcome } from '../context';
import { medianOf, sideBySide } from '../measure';
import { median } from '../percentile';
import { backendCpuMs, withoutTriggers } from '../statement-cost';

/** Maximum page size. */
const PAGE = 200;
const MAX_OF_IMPORT = 1.15;
const MAX_OF_PAGE = 2;
const PLACES = 10;
const CALLS_AT_A_PLACE = 10;
const FEED_TRIGGERS = {
  observation: ['change_of_observation_insert', 'change_of_observation_update'],
  party_score: ['change_of_score_insert', 'change_of_score_update'],
  vendor: ['change_of_vendor_update'],
};

/**
 * Target 25: the cost of the change feed for an import and a rescan, and a page of changes compared with a page of the list, at any
 * position.
 */
export async function changeFeed(context: BenchContext): Promise<Outcome[]> {
  return [...(await pages(context)), ...(await writes(context))];
}

/** A reader from the beginning is as many changes behind as there are observations. */
async function pages({ client, size, quick }: BenchContext): Promise<Outcome[]> {
  const request = { resourceTypes: ['CHANGE_RESOURCE_TYPE_OBSERVATION' as const], limit: PAGE };
  const cursors = await cursorsAlong(client, request, Math.floor(size / PAGE / PLACES));
  const list = { limit: PAGE, mode: 'OBSERVATION_MODE_ALL', countMode: 'TOTAL_COUNT_MODE_NONE' };
  const rounds = quick ? 3 : 15;
  const calls = quick ? 2 : CALLS_AT_A_PLACE;
  const measured: { ratio: number; ms: number; listMs: number }[] = [];
  for (const cursor of [undefined, ...cursors]) {
    const [ms, listMs] = await sideBySide(
      rounds,
      () => medianOf(calls, () => client.exchange('POST', 'changes', { ...request, ...(cursor !== undefined && { cursor }) })),
      () => medianOf(calls, () => client.exchange('POST', 'observations', list)),
    );
    measured.push({ ratio: ms / listMs, ms, listMs });
  }
  const worst = measured.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  const [first] = measured as [(typeof measured)[number]];
  const outcome = (what: string, { ratio, ms, listMs }: typeof worst): Outcome => ({
    target: 25,
    what,
    measured: ratio,
    wanted: MAX_OF_PAGE,
    better: 'less',
    unit: 'times',
    detail: `${ms.toFixed(2)} ms against ${listMs.toFixed(2)} ms, pages of ${PAGE}; median of all places ${median(measured.map((each) => each.ratio)).toFixed(2)} times`,
  });
  return [
    outcome(`page of changes, ${size} changes behind / page of the list`, first),
    outcome(`page of changes, the slowest of ${measured.length} places / page of the list`, worst),
  ];
}

/** Cursors after every so many pages, from one walk through the feed. */
async function cursorsAlong(client: BenchContext['client'], request: Request<'GetChanges'>, step: number): Promise<string[]> {
  const cursors: string[] = [];
  let page = 0;
  for await (const { nextCursor, hasMore } of client.api.changes.list(request).pages()) {
    page += 1;
    if (page % step === 0 && hasMore) cursors.push(nextCursor);
  }
  return cursors;
}

/** The statements of an import on the same rows, with and without the triggers of the feed. All are rolled back. */
async function writes({ environment, client, quick }: BenchContext): Promise<Outcome[]> {
  const { admin } = environment;
  const rows = quick ? 5_000 : 100_000;
  const { organizationId } = client;
  const { rows: found } = await admin.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = 'observation' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'fingerprint') ORDER BY ordinal_position`,
  );
  const columns = found.map(({ name }) => name).join(', ');
  await admin.query(`CREATE TEMPORARY TABLE sample AS SELECT * FROM observation WHERE organization_id = '${organizationId}' LIMIT ${rows}`);
  const added = `INSERT INTO observation (id, fingerprint, ${columns}) SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), ${columns} FROM sample`;
  const rescanned = `
    UPDATE observation o SET last_seen = o.last_seen + interval '1 hour' FROM sample s WHERE o.organization_id = s.organization_id AND o.id = s.id`;
  try {
    return [await compared('import', added, admin, rows, quick), await compared('rescan', rescanned, admin, rows, quick)];
  } finally {
    await admin.query('DROP TABLE sample');
    await admin.query('VACUUM observation');
  }
}

async function compared(what: string, sql: string, admin: Client, rows: number, quick: boolean): Promise<Outcome> {
  const run = () => backendCpuMs(admin, sql);
  const plain = () => withoutTriggers(admin, FEED_TRIGGERS, sql);
  await sideBySide(1, run, plain); // warm up both
  const [kept, without] = await sideBySide(quick ? 1 : 5, run, plain);
  return {
    target: 25,
    what: `${what} of ${rows} observations: with the change feed / without`,
    measured: kept / without,
    wanted: MAX_OF_IMPORT,
    better: 'less',
    unit: 'times',
    detail: `${kept.toFixed(0)} ms against ${without.toFixed(0)} ms of CPU in the database, roll-ups included; parsing is not`,
    wholeData: true,
  };
}
