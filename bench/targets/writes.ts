import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rule } from '../client';
import type { BenchContext, Outcome } from '../context';
import { timed } from '../measure';

/** Target 8: a bulk of 500 beside 500 statements of one row in one transaction. */
export async function bulkCreate({ client, environment }: BenchContext): Promise<Outcome[]> {
  const entries = (name: string) =>
    Array.from({ length: 500 }, (_, index) => ({ domainName: `${name}-${index}.com`, companyName: `Company ${index}` }));
  await client.call('POST', 'vendors/bulk-create', { vendors: entries('warm-up') });
  const own: number[] = [];
  const rowByRow: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    own.push(await timed(() => client.call('POST', 'vendors/bulk-create', { vendors: entries(`bulk-${round}`) })));
    rowByRow.push(
      await timed(async () => {
        for (const { domainName, companyName } of entries(`single-${round}`)) {
          await environment.admin.query('BEGIN');
          await environment.admin.query(
            `INSERT INTO vendor (organization_id, id, domain_name, company_name, lifecycle_status, created_at, updated_at) VALUES ($1, uuid_v7(), $2, $3, 2, now(), now())`,
            [client.organizationId, domainName, companyName],
          );
          await environment.admin.query('COMMIT');
        }
      }),
    );
  }
  const [ours, theirs] = [Math.min(...own), Math.min(...rowByRow)];
  return [
    {
      target: 8,
      what: 'BulkCreateVendors of 500: row by row, one transaction each / ours over HTTP',
      measured: theirs / ours,
      wanted: 50,
      better: 'more',
      unit: 'times',
      detail: `${theirs.toFixed(0)} ms against ${ours.toFixed(0)} ms`,
    },
  ];
}

/** Target 10: flagging by filter beside a loop, and target 12: an import beside COPY. */
export async function flagAndImport({ client, environment, quick }: BenchContext): Promise<Outcome[]> {
  const filters = [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })];
  const before = await environment.admin.query<{ id: string }>(
    `SELECT o.id FROM observation o WHERE o.organization_id = $1 AND o.view = 1 AND o.is_open AND o.is_listed AND o.severity = 3 LIMIT 5000`,
    [client.organizationId],
  );
  let flagged = 0;
  const ours = await timed(async () => {
    flagged = (await client.call<{ flaggedCount: number }>('POST', 'observations/actions/flag', { filters })).flaggedCount;
  });
  const loop = await timed(async () => {
    await environment.admin.query('BEGIN');
    for (const { id } of before.rows) {
      await environment.admin.query(
        `INSERT INTO observation_flag (organization_id, observation_id, flagged_at, actor_type, actor_name) VALUES ($1, $2, now(), 3, 'loop') ON CONFLICT DO NOTHING`,
        [client.organizationId, id],
      );
    }
    await environment.admin.query('ROLLBACK');
  });
  const perRow = { ours: ours / flagged, loop: loop / before.rows.length };
  const outcomes: Outcome[] = [
    {
      target: 10,
      what: 'flag by filter: row by row in one transaction / ours, per row',
      measured: perRow.loop / perRow.ours,
      wanted: 12,
      better: 'more',
      unit: 'times',
      detail: `${flagged} in ${ours.toFixed(0)} ms against ${(perRow.loop * 1000).toFixed(0)} µs a row`,
    },
  ];
  const count = quick ? 50_000 : 200_000;
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-import-'));
  try {
    const file = join(folder, 'findings.jsonl');
    writeFileSync(file, Array.from({ length: count }, (_, index) => finding(index)).join('\n'));
    await environment.cli(['org', 'create', '--name', 'Imports', '--domain', 'imports-bench.com', '--vrm', '--slots', '5000', '--json']);
    await environment.cli(['seed', 'load', '--org', 'imports-bench.com', '--vendors', '1000', '--observations', '0', '--json']);
    const imported = await timed(() =>
      environment.cli(['import', 'observations', '--org', 'imports-bench.com', '--format', 'jsonl', '--file', file, '--json']),
    );
    const { rows } = await environment.admin.query<{ id: string }>(`SELECT id FROM organization WHERE domain = 'imports-bench.com'`);
    const copied = await copyTime(environment.admin, rows[0]?.id as string);
    outcomes.push(
      {
        target: 12,
        what: 'jsonl import',
        measured: count / (imported / 1000),
        wanted: 10_000,
        better: 'more',
        unit: 'per second',
        detail: `${count} in ${(imported / 1000).toFixed(1)} s, start of the command included`,
      },
      {
        target: 12,
        what: 'jsonl import / COPY-like insert into the same indexed table',
        measured: copied / imported,
        wanted: 0.15,
        better: 'more',
        unit: 'share',
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return outcomes;
}

function finding(index: number): string {
  return JSON.stringify({
    host: `h${index}.load-${1 + (index % 1000)}.com`,
    title: `Finding of type ${index % 120}`,
    description: 'The component answers with a version that is known to be affected.',
    observationType: `type_${index % 120}`,
    category: ['ENCRYPTION', 'VULNERABILITY', 'DNS_HEALTH', 'NETWORK_SECURITY'][index % 4],
    severity: ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'][index % 5],
    ...(index % 3 === 0 && { cveIds: [`CVE-2024-${1000 + (index % 300)}`] }),
    asset: { ipPort: { address: `198.51.100.${index % 254}`, port: 443, protocol: 'TCP' } },
    tags: [`tag${index % 30}`],
    source: { name: 'bench' },
    firstSeen: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    lastSeen: new Date(Date.UTC(2026, 5, 1)).toISOString(),
  });
}

/** What PostgreSQL alone needs for the same rows with the same indexes: no triggers, no parsing. */
async function copyTime(admin: BenchContext['environment']['admin'], organizationId: string): Promise<number> {
  const { rows } = await admin.query<{ columns: string }>(
    `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns WHERE table_name = 'observation' AND is_generated = 'NEVER'`,
  );
  const columns = rows[0]?.columns ?? '';
  await admin.query(`CREATE TEMPORARY TABLE copied AS SELECT ${columns} FROM observation WHERE organization_id = '${organizationId}'`);
  await admin.query(`UPDATE copied SET organization_id = '00000000-0000-7000-8000-00000000c0b1'`);
  await admin.query('SET session_replication_role = replica');
  const elapsed = await timed(() => admin.query(`INSERT INTO observation (${columns}) SELECT ${columns} FROM copied`));
  await admin.query(
    `DELETE FROM observation WHERE organization_id = '00000000-0000-7000-8000-00000000c0b1'; RESET session_replication_role; DROP TABLE copied`,
  );
  return elapsed;
}
