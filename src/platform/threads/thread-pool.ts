import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { projectRoot } from '#platform/config/project-root';
import { Unavailable } from '#platform/errors/api-error';
import { receivedError, type FromThread, type ToThread } from './thread-messages';
import type { ThreadTask } from './thread-task';

/** Always the compiled file, also in tests: a thread has no TypeScript loader. */
const ENTRY = join(projectRoot(), 'dist', 'src', 'platform', 'threads', 'thread.js');
/**
 * A task above this limit ends its thread instead of the process. A larger young generation does not make a thread faster: it only collects
 * garbage later.
 */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/** A running task. */
export interface RunningTask<Output, Inbound> {
  /** Rejects with the error of the task, or when its thread is lost. */
  readonly output: Promise<Output>;
  send(message: Inbound, transfer?: readonly ArrayBuffer[]): void;
}

interface Job {
  onMessage(message: unknown): void;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/**
 * A few threads for work that would block the event loop, above all parsing files. Threads start on first use and stay. A
 * thread interleaves its tasks while they wait for messages.
 */
@Injectable()
export class ThreadPool implements OnApplicationShutdown {
  private readonly threads: Thread[] = [];
  /** By owner: its last task that runs to completion. */
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Threads that run one task at a time. */
  private readonly own = new Set<Thread>();

  constructor(private readonly env: Env) {}

  /**
   * Runs a task to completion, which keeps its thread busy. The tasks of an owner, such as an organization, run one after the other, so that
   * others wait for one of them only. Tasks that exchange messages leave their thread to others in between.
   */
  async run<Input, Output, Outbound = never>(
    owner: string,
    task: ThreadTask<Input, Output, never, Outbound>,
    input: Input,
    { onMessage = () => undefined, transfer = [] }: { onMessage?: (message: Outbound) => void; transfer?: readonly ArrayBuffer[] } = {},
  ): Promise<Output> {
    const earlier = this.turns.get(owner);
    const output = (async () => {
      await earlier?.catch(() => undefined);
      return this.start(task, input, onMessage, transfer).output;
    })();
    this.turns.set(owner, output);
    try {
      return await output;
    } finally {
      if (this.turns.get(owner) === output) this.turns.delete(owner);
    }
  }

  /**
   * Prepares a thread for a task. Under load a thread takes seconds to start, because calls have priority. If a task runs under a lock,
   * call this before taking the lock.
   */
  async load<Input, Output, Inbound, Outbound>(task: ThreadTask<Input, Output, Inbound, Outbound>): Promise<void> {
    await this.leastBusy().load(task.module);
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

  /** Running threads and tasks. */
  count(): Record<'threads' | 'tasks', number> {
    const all = [...this.threads, ...this.own];
    return { threads: all.length, tasks: all.reduce((sum, { jobs }) => sum + jobs, 0) };
  }

  /**
   * Starts a task in a thread that runs nothing else, for work that cannot be trusted to end. The thread is ended when the time is over or the
   * signal aborts; a thread whose task has ended takes the next one.
   */
  startAlone<Input, Output, Inbound, Outbound>(
    task: ThreadTask<Input, Output, Inbound, Outbound>,
    input: Input,
    onMessage: (message: Outbound) => void,
    { ms, signal }: { ms: number; signal?: AbortSignal },
  ): RunningTask<Output, Inbound> {
    const thread = [...this.own].find(({ jobs }) => jobs === 0) ?? new Thread((lost) => this.own.delete(lost));
    this.own.add(thread);
    const running = thread.start(task.module, input, onMessage as (message: unknown) => void, []);
    const end = (cause: string) => void thread.stop(cause);
    const timer = setTimeout(() => end(`it took longer than ${ms / 1000} s`), ms);
    const stop = () => end('it was stopped');
    signal?.addEventListener('abort', stop, { once: true });
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    void running.output.then(done, done);
    return running as RunningTask<Output, Inbound>;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.threads.splice(0), ...this.own].map((thread) => thread.stop()));
  }

  private leastBusy(): Thread {
    if (this.threads.length < this.env.THREADS && this.threads.every((thread) => thread.jobs > 0)) {
      const thread = new Thread((lost) => {
        const place = this.threads.indexOf(lost);
        if (place >= 0) this.threads.splice(place, 1); // the next task starts a new one
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
  private cause = 'it was stopped';

  constructor(onLost: (thread: Thread) => void) {
    this.worker.unref();
    this.worker.on('message', (received: FromThread) => {
      this.receive(received);
    });
    this.worker.on('error', (error) => {
      this.cause = error.message;
    });
    this.worker.on('exit', () => {
      onLost(this);
      for (const job of this.running.values()) {
        job.reject(new Unavailable(`The thread of this task ended early: ${this.cause}.`, 'THREAD_LOST', 1));
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
    const { job, output } = this.open(onMessage);
    this.post({ job, module, input }, transfer);
    return {
      output,
      send: (message, transfer) => {
        this.post({ job, message }, transfer);
      },
    };
  }

  async load(module: string): Promise<void> {
    const { job, output } = this.open();
    this.post({ job, module, isLoad: true });
    await output;
  }

  async stop(cause = this.cause): Promise<void> {
    this.cause = cause;
    await this.worker.terminate();
  }

  private open(onMessage: (message: unknown) => void = () => undefined): { job: number; output: Promise<unknown> } {
    const job = ++this.last;
    const output = new Promise<unknown>((resolve, reject) => {
      this.running.set(job, { onMessage, resolve, reject });
    });
    output.catch(() => undefined); // the caller that awaits it handles the error
    this.worker.ref(); // keeps the process alive while a task runs
    return { job, output };
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
