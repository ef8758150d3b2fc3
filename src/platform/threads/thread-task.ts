/**
 * A task for a thread, identified by its module: the path below `src` without extension. The module exports `run`, a TaskRun
 * of the same types. Input and output must be structured-cloneable.
 */
export interface ThreadTask<Input, Output, Inbound = never, Outbound = never> {
  readonly module: string;
  /** Carry types only. */
  readonly input?: Input;
  readonly output?: Output;
  readonly inbound?: Inbound;
  readonly outbound?: Outbound;
}

/** The message channel of a running task. Messages arrive in order and before the result. */
export interface TaskChannel<Inbound, Outbound> {
  send(message: Outbound, transfer?: readonly ArrayBuffer[]): void;
  /** Sets the listener; messages that arrived earlier are delivered first. */
  onMessage(listener: (message: Inbound) => void): void;
}

export type TaskRun<Input, Output, Inbound = never, Outbound = never> = (
  input: Input,
  channel: TaskChannel<Inbound, Outbound>,
) => Output | Promise<Output>;
