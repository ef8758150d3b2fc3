import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { v7 as uuidv7 } from 'uuid';
import { LoadSeed } from '../../src/admin/seed/load-seed';
import { Organizations } from '#platform/auth/organizations';
import type { BenchContext, Outcome } from '../context';
import type { Environment } from '../environment';
import { FINDINGS } from '../findings';
import { sideBySide, timed } from '../measure';

/** An organization that does not exist: the copied rows are deleted after the comparison. */
const COPIED = '00000000-0000-7000-8000-00000000c0b1';
const INSERT_TURNS = 3;
/**
 * Required share of COPY's rate, on machines too slow for 10,000 rows a second: the 0.7 of release 1.0.0, and the 1.5 times its cost that the
 * change feed, the audit log and the filters may add.
 */
const SHARE_OF_COPY = 0.7 / 1.5;
/** Other formats may take twice as long as jsonl. */
const SHARE_OF_JSONL = 0.5;

/** Target 12: imports by command compared with COPY of the same rows. Part of target 5: the cost of roll-ups on insert. Part of target 4: seeding compared with COPY. */
export async function importSpeed({ environment, quick }: BenchContext): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-import-'));
  try {
    const outcomes: Outcome[] = [await seedBesideCopy(environment, folder, quick)];
    let wanted = 10_000;
    for (const [format, make] of Object.entries(FINDINGS)) {
      if (quick && format !== 'jsonl') continue; // its command would take longer to start than to import
      const count = (format === 'jsonl' ? 400_000 : 100_000) / (quick ? 40 : 1);
      const { id, domain } = await newOrganization(environment);
      const file = join(folder, 'findings');
      writeFileSync(file, make(count));
      const imported = await timed(() => bringIn(environment, domain, format, file, count));
      if (format !== 'jsonl') {
        outcomes.push(importRate(format, count, imported, SHARE_OF_JSONL * wanted));
        continue;
      }
      const copied = await copyTime(environment.admin, await writeRows(environment.admin, id, folder));
      wanted = Math.min(wanted, Math.round((SHARE_OF_COPY * count) / (copied / 1000)));
      outcomes.push(
        importRate(format, count, imported, wanted),
        besideCopy(imported, copied),
        await insertWithRollups(environment.admin, id, quick),
      );
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importRate(format: string, count: number, ms: number, wanted: number): Outcome {
  return {
    target: 12,
    what: `${format} import by command`,
    measured: count / (ms / 1000),
    wanted,
    better: 'more',
    unit: 'per second',
    detail: `${count} in ${(ms / 1000).toFixed(1)} s, including the start of the command; ran once`,
    wholeData: true,
  };
}

async function newOrganization({ application }: Environment): Promise<{ id: string; domain: string }> {
  const domain = `import-${uuidv7().slice(-12)}-bench.com`;
  const { id } = await application.get(Organizations).create({ name: domain, domain, vrm: true, slots: 1_000 });
  await application.get(LoadSeed).run({ organization: domain, vendors: 1_000, observations: 0, randomSeed: 1 });
  return { id, domain };
}

async function bringIn(environment: Environment, domain: string, format: string, file: string, count: number): Promise<void> {
  const vendor = format === 'grype' ? ['--vendor', 'load-1.com'] : []; // packages have no host
  const report = await environment.cli([
    'import',
    'observations',
    '--org',
    domain,
    '--format',
    format,
    '--file',
    file,
    ...vendor,
    '--json',
  ]);
  const { created } = JSON.parse(report) as { created: number };
  if (created !== count) throw new Error(`Created ${created} of ${count} ${format} findings.`);
}

/** Rows a second depend on the machine. The share of COPY's rate into the same indexes does not. */
async function seedBesideCopy(environment: Environment, folder: string, quick: boolean): Promise<Outcome> {
  const observations = quick ? 5_000 : 200_000;
  const seed = async ({ domain }: { domain: string }) =>
    timed(() => environment.application.get(LoadSeed).run({ organization: domain, vendors: 1_000, observations, randomSeed: 2 }));
  const sample = await newOrganization(environment);
  await seed(sample);
  const file = await writeRows(environment.admin, sample.id, folder);
  const turns = quick ? 1 : 3;
  const [seeded, copied] = await sideBySide(
    turns,
    async () => seed(await newOrganization(environment)),
    () => copyTime(environment.admin, file),
  );
  const rate = (ms: number) => Math.round(observations / (ms / 1000));
  return {
    target: 4,
    what: 'seed load: COPY into the same indexed table / ours, through every roll-up',
    measured: copied / seeded,
    wanted: SHARE_OF_COPY,
    better: 'more',
    unit: 'share',
    detail: `${rate(seeded)} a second, COPY alone ${rate(copied)}; ${turns} turns of ${observations} rows`,
    wholeData: true,
  };
}

function besideCopy(imported: number, copied: number): Outcome {
  return {
    target: 12,
    what: 'jsonl import: COPY into the same indexed table / ours',
    measured: copied / imported,
    wanted: 0.15,
    better: 'more',
    unit: 'share',
    detail: `COPY ${(copied / 1000).toFixed(1)} s; each ran once, COPY last, as it copies the imported rows`,
    wholeData: true,
  };
}

async function columnsOf(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = 'observation' AND is_generated = 'NEVER' AND column_name <> 'organization_id' ORDER BY ordinal_position`,
  );
  return rows.map(({ name }) => name);
}

/** Writes the rows of an organization to a file in COPY format. */
async function writeRows(admin: Client, organizationId: string, folder: string): Promise<string> {
  const columns = (await columnsOf(admin)).join(', ');
  const file = join(folder, 'rows.copy');
  const out = admin.query(copyTo(`COPY (SELECT ${columns} FROM observation WHERE organization_id = '${organizationId}') TO STDOUT`));
  await pipeline(out, createWriteStream(file));
  return file;
}

/** The time PostgreSQL alone needs for the same rows and indexes, without triggers or parsing. */
async function copyTime(admin: Client, file: string): Promise<number> {
  const columns = (await columnsOf(admin)).join(', ');
  await admin.query(`ALTER TABLE observation ALTER COLUMN organization_id SET DEFAULT '${COPIED}'`);
  await admin.query('SET session_replication_role = replica');
  try {
    return await timed(() => pipeline(createReadStream(file), admin.query(copyFrom(`COPY observation (${columns}) FROM STDIN`))));
  } finally {
    await admin.query(`DELETE FROM observation WHERE organization_id = '${COPIED}'`);
    await admin.query('RESET session_replication_role');
    await admin.query('ALTER TABLE observation ALTER COLUMN organization_id DROP DEFAULT');
    await admin.query('VACUUM observation'); // otherwise autovacuum runs during the next measurement
    await admin.query('CHECKPOINT');
  }
}

/** An insert with and without the triggers that maintain the roll-ups. All are rolled back. */
async function insertWithRollups(admin: Client, organizationId: string, quick: boolean): Promise<Outcome> {
  const columns = (await columnsOf(admin)).join(', ');
  await admin.query(
    `CREATE TEMPORARY TABLE sample AS SELECT '${COPIED}'::uuid AS organization_id, ${columns} FROM observation WHERE organization_id = '${organizationId}' LIMIT ${quick ? 5_000 : 50_000}`,
  );
  const insert = async (role: string) => {
    await admin.query('BEGIN');
    await admin.query(`SET LOCAL session_replication_role = ${role}`);
    await admin.query(`SET LOCAL work_mem = '256MB'`);
    const ms = await timed(() =>
      admin.query(`INSERT INTO observation (organization_id, ${columns}) SELECT organization_id, ${columns} FROM sample`),
    );
    await admin.query('ROLLBACK');
    return ms;
  };
  const works = [() => insert('replica'), () => insert('origin')] as const;
  await sideBySide(1, ...works); // warm up both
  const [plain, kept] = await sideBySide(INSERT_TURNS, ...works);
  await admin.query('DROP TABLE sample');
  await admin.query('VACUUM observation');
  return {
    target: 5,
    what: 'bulk insert with every roll-up, exact vendor counts included / without',
    measured: kept / plain,
    wanted: 2.2,
    better: 'less',
    unit: 'times',
    detail: `${kept.toFixed(0)} ms against ${plain.toFixed(0)} ms, ${INSERT_TURNS} times each in turns`,
  };
}
