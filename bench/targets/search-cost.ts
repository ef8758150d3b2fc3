import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ensureServiceLogin, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { migrate } from '#platform/database/migrate';
import type { Outcome } from '../context';
import { workMs } from '../cpu-time';
import { runCli, type Environment } from '../environment';
import { FINDINGS } from '../findings';
import { ratiosOf, roundByRound } from '../measure';
import { median } from '../percentile';

/** The indexes of observations that only filters use. */
const INDEXES = ['observation_terms_idx', 'observation_created_idx', 'observation_resolved_idx', 'observation_epss_idx'];
const OF_STATES = ['observation_state_terms_idx', 'observation_state_flagged_idx'];
const TRIGGERS = { observation: 'observation_values', observation_state: 'observation_state_values' };

/** Removes what filters added to the schema. */
const WITHOUT = [
  ...[...INDEXES, ...OF_STATES].map((name) => `DROP INDEX ${name}`),
  ...Object.entries(TRIGGERS).flatMap(([table, name]) =>
    ['insert', 'update', 'delete'].map((event) => `ALTER TABLE ${table} DISABLE TRIGGER ${name}_${event}`),
  ),
];

const DOMAIN = 'search-cost-bench.com';
const jsonLines = FINDINGS.jsonl as (count: number) => string;

/** The cost of the filter indexes and value counts for an import and a rescan by command, and their size. */
export async function searchCost(environment: Environment, quick: boolean): Promise<Outcome[]> {
  const rows = quick ? 5_000 : 50_000;
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-search-cost-'));
  const searched = await EmptyDatabase.create(environment, 'searched', []);
  const plain = await EmptyDatabase.create(environment, 'plain', WITHOUT);
  await setAutovacuum(environment.admin, 'off');
  try {
    const file = (round: number, isRescan: boolean) => {
      const name = join(folder, 'findings.jsonl');
      const content = jsonLines(rows).replaceAll('"observationType":"', `"observationType":"round_${round}_`);
      writeFileSync(name, isRescan ? content.replaceAll('"lastSeen":"2026-06', '"lastSeen":"2026-07') : content);
      return name;
    };
    /** Each database imports the same files; its findings are new, or were imported before and are seen a month later. */
    const rounds = (isRescan: boolean) => {
      const work = (database: EmptyDatabase) => {
        let round = 0;
        return () => database.import(file((round += 1), isRescan), isRescan ? 'reobserved' : 'created', rows);
      };
      return roundByRound(quick ? 1 : 11, work(searched), work(plain));
    };
    const imported = await rounds(false);
    const rescanned = await rounds(true);
    return [cost('import', rows, imported), cost('rescan', rows, rescanned), await sizes(environment.admin)];
  } finally {
    await setAutovacuum(environment.admin, 'on');
    await searched.drop();
    await plain.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What one import leaves to be vacuumed must not slow down the next. */
async function setAutovacuum(admin: Client, value: 'on' | 'off'): Promise<void> {
  await admin.query(`ALTER SYSTEM SET autovacuum = ${value}`);
  await admin.query(`SELECT pg_reload_conf()`);
}

function cost(what: string, rows: number, [ours, without]: readonly [number[], number[]]): Outcome {
  const ratios = ratiosOf(ours, without);
  const seconds = (times: number[]) => `${(median(times) / 1000).toFixed(1)} s`;
  return {
    target: 16,
    what: `${what} of ${rows} findings by command: with the indexes of filters / without`,
    measured: median(ratios),
    wanted: 1.3,
    better: 'less',
    unit: 'times',
    detail: `${seconds(ours)} against ${seconds(without)} of CPU, with the start of the command; ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    wholeData: true,
  };
}

async function sizes(admin: Client): Promise<Outcome> {
  const { rows } = await admin.query<{ all: string; search: string }>(
    `SELECT pg_indexes_size('observation') AS all, (SELECT sum(pg_relation_size(name::regclass)) FROM unnest($1::text[]) AS name) AS search`,
    [INDEXES],
  );
  const [all, search] = [Number(rows[0]?.all), Number(rows[0]?.search)].map((bytes) => bytes / 2 ** 20) as [number, number];
  return {
    target: 16,
    what: 'size of the indexes of observations: with those of filters / without',
    measured: all / (all - search),
    wanted: 1.5,
    better: 'less',
    unit: 'times',
    detail: `${all.toFixed(0)} MB against ${(all - search).toFixed(0)} MB`,
    wholeData: true,
  };
}

/** A separate database with one organization and its vendors. */
class EmptyDatabase {
  private constructor(
    readonly name: string,
    private readonly admin: Client,
    private readonly urls: RunningPostgres,
  ) {}

  static async create({ admin, postgres }: Environment, name: string, statements: readonly string[]): Promise<EmptyDatabase> {
    const database = `search_cost_${name}`;
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${database}`);
    const of = (url: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
    const urls = { ...postgres, adminUrl: of(postgres.adminUrl), serviceUrl: of(postgres.serviceUrl) };
    await migrate(urls.adminUrl);
    await ensureServiceLogin(urls);
    const created = new EmptyDatabase(database, admin, urls);
    await created.asOwner(...statements);
    await created.cli(['org', 'create', '--name', DOMAIN, '--domain', DOMAIN, '--vrm', '--slots', '1000']);
    await created.cli(['seed', 'load', '--org', DOMAIN, '--vendors', '1000', '--observations', '0']);
    return created;
  }

  /**
   * The CPU time of an import, in the command and in the database. Its duration varies by half from minute to minute on a shared machine. The
   * database is vacuumed, and all is written to disk, before it begins.
   */
  async import(file: string, counted: 'created' | 'reobserved', rows: number): Promise<number> {
    await this.asOwner('VACUUM (ANALYZE)', 'CHECKPOINT');
    const before = await workMs(this.urls);
    const report = await this.cli(['import', 'observations', '--org', DOMAIN, '--format', 'jsonl', '--file', file, '--json']);
    const found = (JSON.parse(report) as Record<string, number>)[counted];
    if (found !== rows) throw new Error(`${counted} ${found} of ${rows} findings.`);
    return (await workMs(this.urls)) - before;
  }

  async drop(): Promise<void> {
    await this.admin.query(`DROP DATABASE ${this.name} WITH (FORCE)`);
  }

  private async asOwner(...statements: readonly string[]): Promise<void> {
    const client = new Client({ connectionString: this.urls.adminUrl });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private cli(args: readonly string[]): Promise<string> {
    return runCli(args, this.urls);
  }
}
