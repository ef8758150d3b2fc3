import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionShares } from './connection-shares';
import { PLATFORM, type Tenant } from './tenant';

const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';

/** Statements that run until the test ends them. */
class Statements {
  readonly running: Tenant[] = [];
  ended = 0;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly shares: ConnectionShares) {}

  start(tenant: Tenant): Promise<void> {
    return this.shares.hold(
      tenant,
      () =>
        new Promise<void>((end) => {
          this.running.push(tenant);
          this.ends.push(end);
        }),
    );
  }

  async end(count: number): Promise<void> {
    this.ended += count;
    for (const end of this.ends.splice(0, count)) end();
    await new Promise((turn) => setImmediate(turn));
  }

  /** Ends all of them, those that wait included. */
  async endAll(all: readonly Promise<void>[]): Promise<void> {
    while (this.ends.length > 0) await this.end(this.ends.length);
    await Promise.all(all);
  }
}

/** In the order in which they began: those that ended are the first. */
function runningOf({ running, ended }: Statements): { A: number; B: number } {
  const count = (tenant: Tenant) => running.slice(ended).filter((one) => one === tenant).length;
  return { A: count(A), B: count(B) };
}

describe('ConnectionShares', () => {
  it.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [8, 6],
    [20, 15],
  ])('of %d connections, gives one organization at most %d', (size, share) => {
    const statements = new Statements(new ConnectionShares(size, 1000));
    for (let turn = 0; turn < size + 5; turn += 1) void statements.start(A).catch(() => undefined);
    expect(statements.running).toHaveLength(share);
    void statements.start(B);
    void statements.start(PLATFORM);
    expect(statements.running).toHaveLength(share + 2);
  });

  it('lets waiting statements run in order, one for each that ends', async () => {
    const statements = new Statements(new ConnectionShares(4, 60_000));
    const all = Array.from({ length: 7 }, () => statements.start(A));
    await statements.end(2);
    expect(statements.running).toHaveLength(5);
    await statements.end(5);
    await statements.end(2);
    await Promise.all(all);
    expect(statements.running).toHaveLength(7);
  });

  it('releases its place when a statement fails', async () => {
    const shares = new ConnectionShares(1, 60_000);
    await expect(shares.hold(A, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await shares.hold(A, () => Promise.resolve('done'))).toBe('done');
  });

  describe('while others are active', () => {
    /** Demand is sampled by a timer that is due several times before this one. */
    const sampled = () => pause(200);

    it('leaves an organization that always needs several an eighth of the pool', async () => {
      const statements = new Statements(new ConnectionShares(16, 60_000));
      const all = [...Array.from({ length: 40 }, () => statements.start(A)), statements.start(B)];
      expect(runningOf(statements)).toEqual({ A: 12, B: 1 });

      await sampled();
      await statements.end(10);
      expect(runningOf(statements)).toEqual({ A: 2, B: 1 });
      await statements.end(1);
      expect(runningOf(statements)).toEqual({ A: 2, B: 1 });
      await statements.endAll(all);
    });

    it('may use more connections when no other organization is active', async () => {
      const statements = new Statements(new ConnectionShares(16, 60_000));
      const all = [statements.start(B), ...Array.from({ length: 40 }, () => statements.start(A))];
      await sampled();
      await statements.end(11);
      expect(runningOf(statements)).toEqual({ A: 2, B: 0 });

      while (runningOf(statements).A < 12) await pause(10);
      expect(runningOf(statements)).toEqual({ A: 12, B: 0 });
      await statements.endAll(all);
    });
  });

  it('fails a statement that waits longer than the timeout', async () => {
    const statements = new Statements(new ConnectionShares(1, 10));
    void statements.start(A);
    await expect(statements.start(A)).rejects.toThrow('timeout exceeded when trying to connect');
  });
});
