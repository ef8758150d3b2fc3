import { setTimeout } from 'node:timers/promises';
import { InvalidArgument } from '#platform/errors/api-error';
import type { TaskChannel } from './thread-task';

type Order = 'answer' | 'wait' | 'echo' | 'refuse' | 'break' | 'exit' | 'exhaust' | 'hang';

/** A task for tests of the pool, controlled by its input. */
export async function run(order: Order, channel: TaskChannel<string, string>): Promise<string> {
  if (order === 'refuse') throw new InvalidArgument('Not this.', 'REFUSED_BY_TEST', [{ field: 'order', description: 'refused' }]);
  if (order === 'break') throw new TypeError('A defect.');
  if (order === 'wait') await setTimeout(200);
  if (order === 'exit') process.exit(3);
  if (order === 'exhaust') exhaust();
  while (order === 'hang');
  return order === 'echo' ? echo(channel) : 'answer';
}

/** Echoes messages until it receives "stop". */
function echo(channel: TaskChannel<string, string>): Promise<string> {
  return new Promise((stopped) => {
    channel.onMessage((message) => {
      if (message === 'stop') stopped('stopped');
      else channel.send(message);
    });
  });
}

function exhaust(): never {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length));
}
