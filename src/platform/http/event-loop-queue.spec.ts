import { EventLoopQueue } from './event-loop-queue';

/** Blocks the event loop. */
function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('EventLoopQueue', () => {
  it('runs the steps in order, one per turn of the event loop', async () => {
    const queue = new EventLoopQueue();
    const ran: number[] = [];
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnOf = new Map<number, number>();
    const pieces = [1, 2, 3].map(async (piece) => {
      await queue.next();
      ran.push(piece);
      turnOf.set(piece, turn);
    });
    await Promise.all(pieces);
    isOver = true;
    expect(ran).toEqual([1, 2, 3]);
    expect(new Set(turnOf.values()).size).toBe(3);
  });

  it('leaves the event loop to others for six times as long as a step took', async () => {
    const queue = new EventLoopQueue();
    const times: number[] = [];
    const piece = async () => {
      await queue.next();
      times.push(performance.now());
      spin(8);
      times.push(performance.now());
    };
    await Promise.all([piece(), piece(), piece()]);
    const [, firstEnd = 0, second = 0, secondEnd = 0, third = 0] = times;
    expect(Math.min(second - firstEnd, third - secondEnd)).toBeGreaterThanOrEqual(47);
  });

  it('pauses as long for many short steps, also when each is added after the previous one', async () => {
    const queue = new EventLoopQueue();
    const started = performance.now();
    for (let piece = 0; piece < 40; piece += 1) {
      await queue.next();
      spin(0.5);
    }
    expect(performance.now() - started).toBeGreaterThanOrEqual(130); // 20 ms of work, 120 ms of pauses, less the last ones
  });
});
