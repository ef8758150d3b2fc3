import { request } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { hotRequest, type BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { forgetPeak, peakMb, residentMb, type Server } from '../environment';
import { hammer } from '../hammer';
import { sideBySide, timed } from '../measure';

const FORMATS = ['EXPORT_FORMAT_JSONL', 'EXPORT_FORMAT_CSV', 'EXPORT_FORMAT_PARQUET'] as const;
type Format = (typeof FORMATS)[number];

const MAX_MB = 64;
const MAX_P99 = 2;
const SHARE_OF_COPY = 0.6;
/** Concurrent small reads: few, because their delay is measured. */
const READERS = 2;

/** Target 19: exports compared with COPY TO STDOUT of the same JSON lines, the memory they take, and the delay of small reads beside them. */
export async function exportSpeed(context: BenchContext): Promise<Outcome[]> {
  return [await besideCopy(context), ...(await memoryOf(context)), await readsBeside(context)];
}

async function besideCopy({ client, service, environment, quick }: BenchContext): Promise<Outcome> {
  const sql = `COPY (${jsonLines(client)}) TO STDOUT`;
  let rows = 0;
  const ours = () =>
    timed(async () => {
      rows = await drain(service, client, 'EXPORT_FORMAT_JSONL');
    });
  const copy = () => timed(() => pipeline(environment.admin.query(copyTo(sql)), nowhere()));
  await sideBySide(1, ours, copy); // warm up both
  const turns = quick ? 3 : 7;
  const [exported, copied] = await sideBySide(turns, ours, copy);
  const rate = (ms: number) => Math.round(rows / (ms / 1000));
  return {
    target: 19,
    what: 'export in JSON lines: COPY TO STDOUT of the same lines / ours over HTTP',
    measured: copied / exported,
    wanted: SHARE_OF_COPY,
    better: 'more',
    unit: 'share',
    detail: `${rate(exported)} rows a second, COPY ${rate(copied)}; ${turns} turns of ${rows} rows`,
    wholeData: true,
  };
}

/** Peak memory of an otherwise idle service, above its idle memory. */
async function memoryOf({ client, environment, service: issuer, quick }: BenchContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const format of FORMATS) {
    const service = await environment.service({ PUBLIC_BASE_URL: issuer.url }); // so that it takes the same token
    try {
      const hot = [{ path: '/public/v1/observations', body: hotRequest() }];
      await hammer(service.url, client.token, hot, READERS, quick ? 1 : 5);
      const idle = residentMb(service.pid);
      forgetPeak(service.pid);
      const rows = await drain(service, client, format);
      const peak = peakMb(service.pid);
      outcomes.push({
        target: 19,
        what: `export as ${format.slice('EXPORT_FORMAT_'.length)}: peak memory above idle`,
        measured: peak - idle,
        wanted: MAX_MB,
        better: 'less',
        unit: 'MB',
        detail: `${peak.toFixed(0)} MB against ${idle.toFixed(0)} MB, ${rows} rows`,
        wholeData: true,
      });
    } finally {
      await service.stop();
    }
  }
  return outcomes;
}

/** The same reads with and without a continuous export. */
async function readsBeside({ client, service, quick }: BenchContext): Promise<Outcome> {
  const calls = [{ path: '/public/v1/observations', body: hotRequest() }];
  const seconds = quick ? 1 : 8;
  const reads = async () => (await hammer(service.url, client.token, calls, READERS, seconds)).p99;
  const beside = async () => {
    const reading = { over: false };
    const exporting = (async () => {
      while (!reading.over) await drain(service, client, 'EXPORT_FORMAT_JSONL');
    })();
    const p99 = await reads();
    reading.over = true;
    await exporting;
    return p99;
  };
  const [alone, busy] = await sideBySide(quick ? 1 : 5, reads, beside);
  return {
    target: 19,
    what: 'small reads beside an export: p99 / without',
    measured: busy / alone,
    wanted: MAX_P99,
    better: 'less',
    unit: 'times',
    detail: `${busy.toFixed(2)} ms against ${alone.toFixed(2)} ms, ${READERS} readers; the reader of the export is on the same cores`,
    wholeData: true,
  };
}

/** Reads an export to the end and discards it. Returns the row count from its trailer. */
function drain(server: Server, client: BenchClient, format: Format): Promise<number> {
  const body = JSON.stringify({ format, mode: 'OBSERVATION_MODE_ALL' });
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'content-length': body.length };
    const call = request(`${server.url}/public/v1/observations/export`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      response.on('error', failed);
      response.on('end', () => {
        const rows = response.trailers['x-export-rows'];
        if (response.statusCode === 200 && rows !== undefined) done(Number(rows));
        else failed(new Error(`The export failed: ${response.statusCode}.`));
      });
    });
    call.on('error', failed);
    call.end(body);
  });
}

function nowhere(): Writable {
  return new Writable({
    write(_chunk, _encoding, callback) {
      callback();
    },
  });
}

/** The same members as the export has, joined by PostgreSQL. */
function jsonLines({ organizationId, domain }: BenchClient): string {
  const text = (name: string, column: string) => `'","${name}":"' || ${column}`;
  return `
    SELECT '{"orn":"orn:1:observation:vrm:' || o.id || ':${domain}","view":"OBSERVATION_VIEW_VRM","state":' || o.is_open
           || ',"approvalStatus":"' || o.approval_status || '","isFlagged":' || (f.flagged_at IS NOT NULL)
           || coalesce(',"flaggedAt":"' || f.flagged_at || '"', '')
           || ',"vendor":{"id":"' || o.vendor_id || ${text('domainName', 'o.party_domain')} || '","companyName":' || to_json(o.vendor_name)
           || '},"groupOrn":"orn:1:observation-group:vrm:' || o.group_key || ':${domain}","regressionCount":' || o.regression_count
           || ',"firstSeen":"' || o.first_seen || ${text('lastSeen', 'o.last_seen')} || coalesce(${text('resolvedAt', 'o.resolved_at')}, '')
           || ${text('createdAt', 'o.created_at')} || ${text('updatedAt', 'o.updated_at')} || '",'
           || coalesce(o.enrichment, '"capec":[]') || ',' || o.body || '}'
      FROM observation o
      LEFT JOIN observation_flag f ON f.organization_id = o.organization_id AND f.observation_id = o.id
     WHERE o.organization_id = '${organizationId}' AND o.view = 1 AND o.is_listed`;
}
