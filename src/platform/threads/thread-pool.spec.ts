import { Env } from '#platform/config/env';
import { ApiError } from '#platform/errors/api-error';
import { ThreadPool } from './thread-pool';
import type { ThreadTask } from './thread-task';

const ECHO: ThreadTask<string, string, string, string> = { module: 'platform/threads/echo.fixture' };
const RUN: ThreadTask<string, string> = { module: ECHO.module };

describe('ThreadPool', () => {
  let pool: ThreadPool;

  beforeEach(() => {
    pool = new ThreadPool(Object.assign(new Env(), { THREADS: 2 }));
  });
  afterEach(() => pool.onApplicationShutdown());

  it('runs a task in another thread', async () => {
    expect(await pool.run('one', RUN, 'answer')).toBe('answer');
  });

  it('prepares a thread for a task, and fails when there is no such task', async () => {
    await pool.load(RUN);
    expect(await pool.run('one', RUN, 'answer')).toBe('answer');
    await expect(pool.load({ module: 'platform/threads/absent' })).rejects.toThrow('absent');
  });

  it('delivers messages in order, and before the result', async () => {
    const seen: string[] = [];
    const task = pool.start(ECHO, 'echo', (message) => seen.push(message));
    for (const message of ['one', 'two', 'three', 'stop']) task.send(message);
    expect(await task.output).toBe('stopped');
    expect(seen).toEqual(['one', 'two', 'three']);
  });

  it('runs the tasks of an owner one after the other, and those of others meanwhile', async () => {
    const order: string[] = [];
    const ended = (name: string) => () => order.push(name);
    const first = pool.run('one', RUN, 'wait').then(ended('first'));
    const second = pool.run('one', RUN, 'answer').then(ended('second'));
    expect(await pool.run('other', RUN, 'answer')).toBe('answer');
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('runs more tasks than it has threads', async () => {
    const tasks = Array.from({ length: 5 }, () => pool.start(ECHO, 'echo', () => undefined));
    expect(await pool.run('one', RUN, 'answer')).toBe('answer');
    for (const task of tasks) task.send('stop');
    expect(await Promise.all(tasks.map((task) => task.output))).toEqual(Array<string>(5).fill('stopped'));
  });

  it('passes on API errors with their reason, and other errors with their message', async () => {
    const refusal: unknown = await pool.run('one', RUN, 'refuse').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ reason: 'REFUSED_BY_TEST', httpStatus: 400, extras: { violations: [{ field: 'order' }] } });
    await expect(pool.run('one', RUN, 'break')).rejects.toThrow('A defect.');
  });

  it.each(['exit', 'exhaust'])('refuses the tasks of a thread that is lost (%s) and replaces the thread', async (order) => {
    await expect(pool.run('one', RUN, order)).rejects.toMatchObject({ reason: 'THREAD_LOST', httpStatus: 503 });
    expect(await pool.run('one', RUN, 'answer')).toBe('answer');
  });

  it('ends a thread of a single task when the time is over, and no other', async () => {
    const alone = (order: 'echo' | 'hang' | 'answer', limits: { ms: number; signal?: AbortSignal }) =>
      pool.startAlone(ECHO, order, () => undefined, limits);
    const beside = alone('echo', { ms: 60_000 });
    await expect(alone('hang', { ms: 300 }).output).rejects.toThrow('it took longer than 0.3 s');
    const stopping = new AbortController();
    const stopped = alone('hang', { ms: 60_000, signal: stopping.signal }).output;
    stopping.abort();
    await expect(stopped).rejects.toMatchObject({ reason: 'THREAD_LOST' });
    beside.send('stop');
    expect(await beside.output).toBe('stopped');
    expect(await alone('answer', { ms: 60_000 }).output).toBe('answer');
  });

  it('refuses running tasks when it shuts down', async () => {
    const task = pool.start(ECHO, 'echo', () => undefined);
    await pool.onApplicationShutdown();
    await expect(task.output).rejects.toMatchObject({ reason: 'THREAD_LOST' });
  });
});
