/** The entry of a pool thread: it loads task modules on demand and runs several tasks at a time. */
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { sentError, type FromThread, type ToThread } from './thread-messages';
import type { TaskRun } from './thread-task';

/** Of 19. Calls have priority: the tasks of a thread take long anyway. */
const NICENESS = 10;
// Linux has a priority for each thread; elsewhere this would be the priority of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const SOURCES = join(__dirname, '..', '..');

/** Messages to one job, buffered until its task listens. */
class Inbox {
  private waiting: unknown[] = [];
  private listener: ((message: unknown) => void) | undefined;

  put(message: unknown): void {
    if (this.listener) this.listener(message);
    else this.waiting.push(message);
  }

  listen(listener: (message: unknown) => void): void {
    this.listener = listener;
    const { waiting } = this;
    this.waiting = [];
    waiting.forEach(listener);
  }
}

const inboxes = new Map<number, Inbox>();

parentPort?.on('message', (received: ToThread) => {
  if ('message' in received) inboxes.get(received.job)?.put(received.message);
  else if ('isLoad' in received) void loadJob(received.job, received.module);
  else void runJob(received.job, received.module, received.input);
});

function load(module: string): Promise<{ run: TaskRun<unknown, unknown, unknown, unknown> }> {
  return import(join(SOURCES, `${module}.js`)) as Promise<{ run: TaskRun<unknown, unknown, unknown, unknown> }>;
}

async function loadJob(job: number, module: string): Promise<void> {
  try {
    await load(module);
    post({ job, output: undefined });
  } catch (error) {
    post({ job, error: sentError(error) });
  }
}

async function runJob(job: number, module: string, input: unknown): Promise<void> {
  const inbox = new Inbox();
  inboxes.set(job, inbox);
  const channel = {
    send: (message: unknown, transfer?: readonly ArrayBuffer[]) => {
      post({ job, message }, transfer);
    },
    onMessage: (listener: (message: unknown) => void) => {
      inbox.listen(listener);
    },
  };
  try {
    const { run } = await load(module);
    post({ job, output: await run(input, channel) });
  } catch (error) {
    post({ job, error: sentError(error) });
  } finally {
    inboxes.delete(job);
  }
}

function post(message: FromThread, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
