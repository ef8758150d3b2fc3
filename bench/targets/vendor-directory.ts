import { vendorFilterFields } from '@vendor-risk/client';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuidv7 } from 'uuid';
import { BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { sideBySide, timed } from '../measure';
import { median } from '../percentile';

const ROWS = 10_000;
const RISKS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const HEADER =
  'domain_name,company_name,vendor_id,is_monitored,risk_level,business_impact,data_types_shared,access_types,contract_value,contract_end_date,data_region';
const SORTS = [
  'createdAt',
  'updatedAt',
  'companyName',
  'domainName',
  'score',
  'contractEndDate',
  'contractValue',
  'riskLevel',
  'businessImpact',
] as const;

/** Target 9: a file of 10,000 vendors compared with COPY of the same rows into the same indexed table. */
export async function csvUpsert({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const times: Record<'copy' | 'new' | 'unchanged' | 'mixed', number[]> = { copy: [], new: [], unchanged: [], mixed: [] };
  const mark = uuidv7().slice(-12); // unique per run, as the data folder may be reused
  for (let round = 0; round < (quick ? 1 : 7); round += 1) {
    const beside = await BenchClient.create(environment, service, `copy-${round}-${mark}-bench.com`, ROWS);
    times.copy.push(await copyTime(environment.admin, beside.organizationId));
    const client = await BenchClient.create(environment, service, `csv-${round}-${mark}-bench.com`, 2 * ROWS);
    const upload = (csv: string) => timed(() => client.exchange('POST', 'vendors/bulk-upsert-csv', { csv }));
    const first = fileOf((index) => line(index));
    times.new.push(await upload(first));
    times.unchanged.push(await upload(first));
    times.mixed.push(await upload(fileOf((index) => [line(index), line(index, ' Ltd'), line(index + ROWS)][index % 3] as string)));
  }
  const copy = median(times.copy);
  return (
    [
      ['mixed', 0.35],
      ['new', 0.5],
      ['unchanged', 0.6],
    ] as const
  ).map(([kind, wanted]) => ({
    target: 9,
    what: `CSV of ${ROWS} vendors, ${kind}: COPY / ours over HTTP`,
    measured: copy / median(times[kind]),
    wanted,
    better: 'more',
    unit: 'share',
    detail: `${copy.toFixed(0)} ms against ${median(times[kind]).toFixed(0)} ms`,
  }));
}

/** Positions as shares of the list: within it, and just after the last vendor with a score, a contract and a risk level. The last page is added. */
const PLACES = [0.25, 0.51, 0.68, 0.81];

/** Target 4 for the directory: of 20,000 vendors, any page by cursor costs as much as the first one, in every sort and with filters. */
export async function vendorPages({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const client = await BenchClient.create(environment, service, `directory-${uuidv7().slice(-12)}-bench.com`, 2 * ROWS);
  for (const from of [0, ROWS]) await client.api.vendors.bulkUpsertFromCsv({ csv: fileOf((index) => line(from + index)) });
  await environment.admin.query(`UPDATE vendor SET score = hashtext(id::text) & 63 WHERE organization_id = $1 AND is_monitored`, [
    client.organizationId,
  ]);
  await environment.admin.query('VACUUM ANALYZE vendor');
  const risky = vendorFilterFields.riskLevel.equals('HIGH');
  const outcomes: Outcome[] = [];
  for (const { sortField, filters } of [
    ...SORTS.map((sort) => ({ sortField: sort, filters: [] })),
    { sortField: 'score' as const, filters: [risky] },
  ]) {
    const request = { sortField, filters };
    const { totalCount } = await client.api.vendors.list(request).page();
    const pages: object[] = [request];
    for (const offset of [...PLACES.map((share) => Math.floor(share * totalCount)), totalCount - 110]) {
      const { nextCursor } = await client.api.vendors.list({ ...request, offset }).page();
      pages.push({ ...request, cursor: nextCursor });
    }
    const [first = 0, ...others] = await sideBySide(
      quick ? 20 : 200,
      ...pages.map((page) => () => timed(() => client.exchange('POST', 'vendors', page))),
    );
    const slowest = Math.max(...others);
    outcomes.push({
      target: 4,
      what: `vendors by ${sortField}${filters.length > 0 ? ', filtered' : ''}: slowest of ${others.length} other pages / first page`,
      measured: slowest / first,
      wanted: 1.15,
      better: 'less',
      unit: 'times',
      detail: `${others.map((ms) => ms.toFixed(2)).join(', ')} ms against ${first.toFixed(2)} ms`,
    });
  }
  return outcomes;
}

function fileOf(row: (index: number) => string): string {
  return [HEADER, ...Array.from({ length: ROWS }, (_, index) => row(index))].join('\n');
}

function line(index: number, suffix = ''): string {
  const contract = index % 3 === 0 ? ',' : `${index * 100},2030-0${1 + (index % 9)}-01`;
  return `vendor-${index}.com,Company ${index}${suffix},SUP-${index},${index % 2 ? 'yes' : 'no'},${RISKS[index % 5] ?? ''},MEDIUM,PII|EMPLOYEE,NO_ACCESS,${contract},EU_EEA`;
}

/** The same rows by COPY, PostgreSQL's fastest way, without triggers. Row-level security does not support COPY FROM, so the owner runs it. */
async function copyTime(admin: BenchContext['environment']['admin'], organizationId: string): Promise<number> {
  const { rows } = await admin.query<{ line: string }>(
    `SELECT concat_ws(E'\\t', $1::text, uuid_v7(), 'vendor-' || i || '.com', 'Company ' || i, 'SUP-' || i, i % 2 = 1, 2, coalesce(nullif(1 + i % 5, 5)::text, '\\N'), 3,
                      '{3,9}', '{1}', CASE WHEN i % 3 = 0 THEN '\\N' ELSE (i * 100)::text END, CASE WHEN i % 3 = 0 THEN '\\N' ELSE '2030-0' || 1 + i % 9 || '-01' END, 4, CASE WHEN i % 2 = 1 THEN now()::text ELSE '\\N' END, now(), now()) AS line
       FROM generate_series(0, ${ROWS - 1}) i`,
    [organizationId],
  );
  const text = rows.map((row) => row.line).join('\n');
  await admin.query('SET session_replication_role = replica');
  const ms = await timed(() =>
    pipeline(
      Readable.from([text]),
      admin.query(
        copyFrom(
          `COPY vendor (organization_id, id, domain_name, company_name, vendor_ref, is_monitored, lifecycle_status, risk_level, business_impact, data_types_shared,
                        access_types, contract_value, contract_end_date, data_region, monitored_since, created_at, updated_at) FROM STDIN`,
        ),
      ),
    ),
  );
  await admin.query('RESET session_replication_role');
  return ms;
}
