/**
 * Work that a thread does, named by its module: the path below `src` without an extension. The module exports `run`, a
 * TaskRun of the same types. Input and output must be structured-cloneable.
 */
export interface ThreadTask<Input, Output, Inbound = never, Outbound = never> {
  readonly module: string;
  /** Carry types only. */
  readonly input?: Input;
  readonly output?: Output;
  readonly inbound?: Inbound;
  readonly outbound?: Outbound;
}

/** What a task talks through while it runs. Messages arrive in the order in which they were sent, before the result. */
export interface TaskChannel<Inbound, Outbound> {
  send(message: Outbound, transfer?: readonly ArrayBuffer[]): void;
  /** Takes every message from now on; those that came before are delivered first. */
  onMessage(listener: (message: Inbound) => void): void;
}

export type TaskRun<Input, Output, Inbound = never, Outbound = never> = (
  input: Input,
  channel: TaskChannel<Inbound, Outbound>,
) => Output | Promise<Output>;
