import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ensureServiceLogin, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { migrate } from '#platform/database/migrate';
import type { Outcome } from '../context';
import { runCli, type Environment } from '../environment';
import { FINDINGS } from '../findings';
import { sideBySide, timed } from '../measure';

const INDEXES = [
  'observation_open_terms_idx',
  'observation_closed_terms_idx',
  'observation_open_created_idx',
  'observation_closed_created_idx',
  'observation_resolved_idx',
  'observation_epss_idx',
];
const OF_VALUES = ['observation_value_parts_idx'];
const TRIGGERS = {
  observation: ['words_added', 'words_changed', 'words_removed', 'days_added', 'days_changed', 'days_removed'],
  observation_state: ['days_changed', 'days_removed'],
};

/** Removes what filters added to the schema. */
const WITHOUT = [
  ...[...INDEXES, ...OF_VALUES].map((name) => `DROP INDEX ${name}`),
  ...Object.entries(TRIGGERS).flatMap(([table, names]) => names.map((name) => `ALTER TABLE ${table} DISABLE TRIGGER ${table}_${name}`)),
];

const DOMAIN = 'search-cost-bench.com';
const jsonLines = FINDINGS.jsonl as (count: number) => string;

/** The cost of the filter indexes and stored values for an import and a rescan by command, and their size. */
export async function searchCost(environment: Environment, quick: boolean): Promise<Outcome[]> {
  const rows = quick ? 5_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-search-cost-'));
  const searched = await EmptyDatabase.create(environment, 'searched', []);
  const plain = await EmptyDatabase.create(environment, 'plain', WITHOUT);
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
      return sideBySide(quick ? 1 : 5, work(searched), work(plain));
    };
    const imported = await rounds(false);
    const rescanned = await rounds(true);
    return [cost('import', rows, imported), cost('rescan', rows, rescanned), await sizes(environment.admin)];
  } finally {
    await searched.drop();
    await plain.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function cost(what: string, rows: number, [ours, without]: readonly [number, number]): Outcome {
  return {
    target: 16,
    what: `${what} of ${rows} findings by command: with the indexes of filters / without`,
    measured: ours / without,
    wanted: 1.3,
    better: 'less',
    unit: 'times',
    detail: `${(ours / 1000).toFixed(1)} s against ${(without / 1000).toFixed(1)} s, with the start of the command`,
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
    const client = new Client({ connectionString: urls.adminUrl });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
    const created = new EmptyDatabase(database, admin, urls);
    await created.cli(['org', 'create', '--name', DOMAIN, '--domain', DOMAIN, '--vrm', '--slots', '1000']);
    await created.cli(['seed', 'load', '--org', DOMAIN, '--vendors', '1000', '--observations', '0']);
    return created;
  }

  import(file: string, counted: 'created' | 'reobserved', rows: number): Promise<number> {
    return timed(async () => {
      const report = await this.cli(['import', 'observations', '--org', DOMAIN, '--format', 'jsonl', '--file', file, '--json']);
      const found = (JSON.parse(report) as Record<string, number>)[counted];
      if (found !== rows) throw new Error(`${counted} ${found} of ${rows} findings.`);
    });
  }

  async drop(): Promise<void> {
    await this.admin.query(`DROP DATABASE ${this.name} WITH (FORCE)`);
  }

  private cli(args: readonly string[]): Promise<string> {
    return runCli(args, this.urls);
  }
}
