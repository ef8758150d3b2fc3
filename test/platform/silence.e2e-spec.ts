import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#platform/database/data-source-options';
import { Database, PLATFORM } from '#platform/database/database';
import { openPool } from '#platform/database/open-pool';
import type { PooledClient } from '#platform/database/pooled-client';
import { Reader } from '#platform/database/reader';
import { StatementNames } from '#platform/database/statement-names';
import { fileDatabase } from '../support/database';
import { SilentProxy } from '../support/silent-proxy';
import { startTestApp } from '../support/test-app';

/** A broken network raises no error: the connection stays open, and no answer comes. */
describe('an unresponsive database connection', () => {
  let database: SilentProxy;

  beforeEach(async () => {
    database = await SilentProxy.start(fileDatabase().serviceUrl);
  });
  afterEach(() => database.stop());

  it('is closed by a read, and the next one uses another connection', async () => {
    const pool = openPool(database.url, 1, 5_000, 1_000);
    const reader = new Reader(pool, new StatementNames(true));
    expect(await reader.readText(PLATFORM, 'SELECT 1')).toEqual([['1']]);
    database.silence();
    await expect(reader.readText(PLATFORM, 'SELECT 1')).rejects.toThrow('terminated');
    expect(await reader.readText(PLATFORM, 'SELECT 1')).toEqual([['1']]);
    await pool.end();
  });

  it('is closed in a transaction, and the next one uses another connection', async () => {
    const source = await new DataSource(dataSourceOptions(database.url, 1, { timeoutMs: 1_000 })).initialize();
    const work = () => source.transaction((tx) => tx.query('SELECT 1 AS one'));
    expect(await work()).toEqual([{ one: 1 }]);
    const broken = source.transaction(async (tx) => {
      await tx.query('SELECT 1');
      database.silence();
      return tx.query('SELECT 2');
    });
    await expect(broken).rejects.toThrow('terminated');
    expect(await work()).toEqual([{ one: 1 }]);
    await source.destroy();
  });

  it('is not closed while the database works, however many answers are pending', async () => {
    const source = await new DataSource(dataSourceOptions(database.url, 1, { timeoutMs: 1_000 })).initialize();
    const slow = () => source.transaction((tx) => Promise.all([1, 2, 3].map(() => tx.query('SELECT pg_sleep(0.7)'))));
    expect(await slow()).toHaveLength(3);
    await source.destroy();
  });

  it('has the timeout for each statement of a batch', async () => {
    const pool = openPool(database.url, 1, 5_000, 1_000);
    const slow = { sql: `SELECT 'done' FROM pg_sleep(0.7)` };
    expect(await new Reader(pool, new StatementNames(true)).readTexts(PLATFORM, [slow, slow])).toEqual([[['done']], [['done']]]);
    await pool.end();
  });

  it('is not closed when the process was blocked and the response has already arrived', async () => {
    const pool = openPool(database.url, 1, 5_000, 1_000);
    const reader = new Reader(pool, new StatementNames(true));
    await reader.readText(PLATFORM, 'SELECT 1');
    const read = reader.readText(PLATFORM, `SELECT 'done' FROM pg_sleep(0.2)`);
    setTimeout(() => {
      const until = performance.now() + 1_500;
      while (performance.now() < until);
    }, 50);
    expect(await read).toEqual([['done']]);
    await pool.end();
  });

  it('is closed during an import', async () => {
    const service = await startTestApp({ DATABASE_URL: database.url });
    const broken = service.app.get(Database).bulk(PLATFORM, { statementMs: 100, lockMs: 100 }, async (connection) => {
      await connection.query('SELECT 1');
      database.silence();
      return { result: await connection.query('SELECT 2'), keep: true };
    });
    await expect(broken).rejects.toThrow('terminated');
    await service.close();
  });

  it('has a longer timeout only in a transaction with one', async () => {
    const service = await startTestApp({ DATABASE_POOL_SIZE: '1' });
    const timeout = (limits?: { statementMs: number; lockMs: number }) =>
      service.app.get(Database).transaction(PLATFORM, async (tx) => ((await tx.queryRunner?.connect()) as PooledClient).timeoutMs, limits);
    expect(await timeout()).toBe(18_000);
    expect(await timeout({ statementMs: 60_000, lockMs: 1_000 })).toBe(63_000);
    expect(await timeout()).toBe(18_000);
    await service.close();
  });
});

it('a connection for imports is reused, unless its import failed', async () => {
  const service = await startTestApp();
  const connectionOf = (isFailing = false) =>
    service.app.get(Database).bulk(PLATFORM, { statementMs: 10_000, lockMs: 1_000 }, async (connection) => {
      const [row] = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      if (isFailing) throw new Error('This import fails.');
      return { result: row?.pid, keep: true };
    });
  // No timer runs between the two: the connection cannot have been idle for too long.
  const [first, second] = [await connectionOf(), await connectionOf()];
  expect(second).toBe(first);
  await expect(connectionOf(true)).rejects.toThrow('This import fails.');
  expect(await connectionOf()).not.toBe(first);
  await service.close();
});
