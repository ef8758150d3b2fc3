import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { projectRoot } from '#platform/config/project-root';
import { Unavailable } from '#platform/errors/api-error';
import { receivedError, type FromThread, type ToThread } from './thread-messages';
import type { ThreadTask } from './thread-task';

/** Always the compiled file: a thread has no loader for TypeScript, also while tests run. */
const ENTRY = join(projectRoot(), 'dist', 'src', 'platform', 'threads', 'thread.js');
/** A task that needs more ends its thread instead of the process. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** A task under way. */
export interface RunningTask<Output, Inbound> {
  /** Rejects with what the task threw, or when its thread was lost. */
  readonly output: Promise<Output>;
  send(message: Inbound, transfer?: readonly ArrayBuffer[]): void;
}

interface Job {
  onMessage(message: unknown): void;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/**
 * A few threads for work that would keep the event loop from answering: parsing files, above all. Threads start when they
 * are first needed and stay. A thread runs the tasks it was given side by side, as far as they wait for messages.
 */
@Injectable()
export class ThreadPool implements OnApplicationShutdown {
  private readonly threads: Thread[] = [];

  constructor(private readonly env: Env) {}

  /** Runs a task to its end. */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
    return this.start(task, input, () => undefined).output;
  }

  /** Starts a task that exchanges messages while it runs. */
  start<Input, Output, Inbound, Outbound>(
    task: ThreadTask<Input, Output, Inbound, Outbound>,
    input: Input,
    onMessage: (message: Outbound) => void,
    transfer: readonly ArrayBuffer[] = [],
  ): RunningTask<Output, Inbound> {
    const thread = this.leastBusy();
    return thread.start(task.module, input, onMessage as (message: unknown) => void, transfer) as RunningTask<Output, Inbound>;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.threads.splice(0).map((thread) => thread.stop()));
  }

  private leastBusy(): Thread {
    if (this.threads.length < this.env.THREADS && this.threads.every((thread) => thread.jobs > 0)) {
      const thread = new Thread((lost) => {
        const place = this.threads.indexOf(lost);
        if (place >= 0) this.threads.splice(place, 1); // the next task starts another
      });
      this.threads.push(thread);
    }
    return this.threads.reduce((one, other) => (other.jobs < one.jobs ? other : one));
  }
}

class Thread {
  private readonly worker = new Worker(ENTRY, { execArgv: [], resourceLimits: MEMORY });
  private readonly running = new Map<number, Job>();
  private last = 0;

  constructor(onLost: (thread: Thread) => void) {
    this.worker.unref();
    this.worker.on('message', (received: FromThread) => {
      this.receive(received);
    });
    let cause = 'it was stopped';
    this.worker.on('error', (error) => {
      cause = error.message;
    });
    this.worker.on('exit', () => {
      onLost(this);
      for (const job of this.running.values()) {
        job.reject(new Unavailable(`The thread that did this work ended before it was done: ${cause}.`, 'THREAD_LOST', 1));
      }
      this.running.clear();
    });
  }

  get jobs(): number {
    return this.running.size;
  }

  start(
    module: string,
    input: unknown,
    onMessage: (message: unknown) => void,
    transfer: readonly ArrayBuffer[],
  ): RunningTask<unknown, unknown> {
    const job = ++this.last;
    const output = new Promise<unknown>((resolve, reject) => {
      this.running.set(job, { onMessage, resolve, reject });
    });
    output.catch(() => undefined); // the caller that awaits it handles the error
    this.worker.ref(); // a process does not end while it waits for a task
    this.post({ job, module, input }, transfer);
    return {
      output,
      send: (message, transfer) => {
        this.post({ job, message }, transfer);
      },
    };
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private receive(received: FromThread): void {
    const job = this.running.get(received.job);
    if (!job) return;
    if ('message' in received) {
      job.onMessage(received.message);
      return;
    }
    this.running.delete(received.job);
    if (this.running.size === 0) this.worker.unref();
    if ('error' in received) job.reject(receivedError(received.error));
    else job.resolve(received.output);
  }

  private post(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }
}
