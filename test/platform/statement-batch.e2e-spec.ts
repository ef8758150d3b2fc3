import type { Pool } from 'pg';
import { BatchRunner } from '#platform/database/batch-runner';
import { openPool } from '#platform/database/open-pool';
import { Reader } from '#platform/database/reader';
import { PLATFORM } from '#platform/database/tenant';
import { StatementNames } from '#platform/database/statement-names';
import type { WireRow } from '#platform/database/wire-row';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { TestOrganization } from '../support/organization';

/** One connection, so that state left by a batch would affect the next one. */
describe('statements in one batch', () => {
  let service: TestApp;
  let org: TestOrganization;
  let pool: Pool;
  let reader: Reader;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    pool = openPool(fileDatabase().serviceUrl, 1, 5000);
    reader = new Reader(pool, new StatementNames(true));
  });

  afterAll(async () => {
    await pool.end();
    await service.close();
  });

  const setting = (name: string) => reader.readText(PLATFORM, `SELECT current_setting($1, true), pg_backend_pid()`, [name]);

  it('leaves neither organization nor role on the connection', async () => {
    const inside = await reader.readText(org.organization.id, `SELECT current_setting('app.organization_id'), current_user`);
    expect(inside).toEqual([[org.organization.id, 'vendor_risk_service']]);
    const { rows } = await pool.query<{ organization: string; role: string }>(
      `SELECT current_setting('app.organization_id', true) AS organization, current_user AS role`,
    );
    expect(rows).toEqual([{ organization: '', role: expect.not.stringContaining('service') as string }]);
  });

  it("returns objects with the driver's types, and plain text", async () => {
    const sql = `SELECT 1 AS number, true AS flag, NULL AS nothing, '{a,b}'::text[] AS list, '{"a":1}'::jsonb AS json`;
    expect(await reader.read(PLATFORM, sql)).toEqual([{ number: 1, flag: true, nothing: null, list: ['a', 'b'], json: { a: 1 } }]);
    expect(await reader.readText(PLATFORM, sql)).toEqual([['1', 't', null, '{a,b}', '{"a": 1}']]);
  });

  it('cannot write', async () => {
    await expect(
      reader.read(org.organization.id, `DELETE FROM vendor_group WHERE organization_id = $1`, [org.organization.id]),
    ).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('returns the results in the order of the statements, prepared or not, and keeps its connection after an invalid value', async () => {
    const [[, before] = []] = await setting('role');
    const statements = [
      { sql: 'SELECT $1::int + 1', params: [1], prepared: true, plannedOnce: true },
      { sql: 'SELECT 1 WHERE false' },
      { sql: 'SELECT generate_series(1, $1::int)', params: [3] },
    ];
    for (let round = 0; round < 3; round += 1)
      expect(await reader.readTexts(PLATFORM, statements)).toEqual([[['2']], [], [['1'], ['2'], ['3']]]);
    await expect(reader.read(PLATFORM, 'SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    expect(await reader.readTexts(PLATFORM, statements)).toHaveLength(3);
    const [[, after] = []] = await setting('role');
    expect(after).toBe(before);
  });

  it('prepares a statement again after it failed while being prepared', async () => {
    const read = (divisor: number) => reader.readText(PLATFORM, 'SELECT 10 / $1::int', [divisor], { prepared: true });
    await expect(read(0)).rejects.toMatchObject({ code: '22012' });
    for (let round = 0; round < 3; round += 1) expect(await read(5)).toEqual([['2']]);
    await expect(read(0)).rejects.toMatchObject({ code: '22012' });
    expect(await read(2)).toEqual([['5']]);
  });

  it('caches a few hundred prepared statements and evicts the least recently used one', async () => {
    const hot = { sql: `SELECT 'hot'`, prepared: true };
    const kept = async () => {
      const { rows } = await pool.query<{ hot: number; all: number }>(
        `SELECT count(*) FILTER (WHERE statement = $1)::int AS hot, count(*)::int AS all FROM pg_prepared_statements`,
        [hot.sql],
      );
      return rows[0];
    };
    for (let at = 0; at < 450; at += 1) {
      await reader.readTexts(PLATFORM, [{ sql: `SELECT ${at}`, prepared: true }]);
      if (at % 50 === 0) expect(await reader.readTexts(PLATFORM, [hot])).toEqual([[['hot']]]);
    }
    expect(await kept()).toEqual({ hot: 1, all: 200 });
    expect(await reader.readTexts(PLATFORM, [{ sql: 'SELECT 0', prepared: true }])).toEqual([[['0']]]);
  });

  describe('with a consumer of rows', () => {
    class Taken {
      begun = 0;
      rows: (string | null)[] = [];
      onBegin(): void {
        this.begun += 1;
        this.rows = [];
      }
      onRow(row: WireRow): void {
        this.rows.push(row.textOf(0));
      }
    }
    const series = { sql: 'SELECT generate_series(1, $1::int)', params: [3], prepared: true };

    it('streams the rows, and returns other results as usual', async () => {
      const taken = new Taken();
      expect(await reader.readTexts(PLATFORM, [{ ...series, sink: taken }, series])).toEqual([[], [['1'], ['2'], ['3']]]);
      expect(taken).toMatchObject({ begun: 1, rows: ['1', '2', '3'] });
    });

    it('fails with the error of the statement and keeps its connection', async () => {
      const [[, before] = []] = await setting('role');
      const failing = {
        onBegin: () => undefined,
        onRow: () => {
          throw new Error('cannot be shown');
        },
      };
      await expect(reader.readTexts(PLATFORM, [{ ...series, sink: failing }])).rejects.toThrow('cannot be shown');
      const [[, after] = []] = await setting('role');
      expect(after).toBe(before);
    });

    it('starts over when it has to resend a statement', async () => {
      const taken = new Taken();
      await reader.readTexts(PLATFORM, [series]);
      await pool.query('DEALLOCATE ALL');
      await reader.readTexts(PLATFORM, [{ ...series, sink: taken }]);
      expect(taken).toMatchObject({ begun: 2, rows: ['1', '2', '3'] });
    });
  });

  describe('that write', () => {
    const insert = (name: string) => ({
      sql: `INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at) VALUES ($1, gen_random_uuid(), $2, now(), now()) RETURNING name`,
      params: [org.organization.id, name],
      prepared: true,
      plannedOnce: true,
    });
    const names = async (): Promise<(string | null | undefined)[]> => {
      const rows = await reader.readText(org.organization.id, 'SELECT name FROM vendor_group ORDER BY name');
      return rows.map(([name]) => name);
    };
    let writes: BatchRunner;

    beforeEach(async () => {
      writes = new BatchRunner(pool, new StatementNames(true), 'write');
      await writes.run(
        org.organization.id,
        [{ sql: 'DELETE FROM vendor_group WHERE organization_id = $1', params: [org.organization.id] }],
        false,
      );
    });

    it('commit together', async () => {
      const results = await writes.run(org.organization.id, [insert('a'), insert('b')], false);
      expect(results.map(({ rows }) => rows)).toEqual([[['a']], [['b']]]);
      expect(await names()).toEqual(['a', 'b']);
    });

    it('roll back together', async () => {
      const division = { sql: 'SELECT 1 / $1::int', params: [0], prepared: true, plannedOnce: true };
      await expect(writes.run(org.organization.id, [insert('a'), division, insert('b')], false)).rejects.toMatchObject({ code: '22012' });
      expect(await names()).toEqual([]);
    });

    it('write only their own rows', async () => {
      await expect(writes.run(PLATFORM, [insert('a')], false)).rejects.toMatchObject({ code: '42501' });
    });

    it('run once, even when they were sent again', async () => {
      await writes.run(org.organization.id, [insert('a')], false);
      await pool.query('DEALLOCATE ALL');
      await writes.run(org.organization.id, [insert('b'), insert('c')], false);
      expect(await names()).toEqual(['a', 'b', 'c']);
    });
  });
});
