import type { TaskChannel } from '#platform/threads/thread-task';
import { messageOf } from './seen';
import type { Door, Exit, Target, Visit } from './door';

/** From a scan's thread. Numbers identify what is asked. */
export type ToDoor =
  | { ask: number; host?: string; to: Target }
  | { leave: number }
  /** A host's Retry-After. */
  | { host: string; retryAfter: string };
export type FromDoor = { answer: number } & ({ target: Target } | { refusal: string });

/** The door as a scan's thread sees it. */
export class RemoteDoor implements Exit {
  private readonly waiting = new Map<number, (answer: FromDoor) => void>();
  private last = 0;

  constructor(private readonly channel: TaskChannel<FromDoor, ToDoor>) {
    channel.onMessage((answer) => {
      this.waiting.get(answer.answer)?.(answer);
      this.waiting.delete(answer.answer);
    });
  }

  async enter(host: string, to: Target, signal: AbortSignal): Promise<Visit> {
    const number = this.last + 1;
    const leave = () => this.channel.send({ leave: number });
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    try {
      return { target: await Promise.race([this.ask({ host, to }), aborted]), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  target(to: Target): Promise<Target> {
    return this.ask({ to });
  }

  waitFor(host: string, retryAfter: string | undefined): void {
    if (retryAfter !== undefined) this.channel.send({ host, retryAfter });
  }

  private ask(question: { host?: string; to: Target }): Promise<Target> {
    const ask = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(ask, (answer) => {
        if ('target' in answer) resolve(answer.target);
        else reject(new Error(answer.refusal));
      });
      this.channel.send({ ask, ...question });
    });
  }
}

/** Answers a scan's thread. When the thread has ended, whatever it still holds is left. */
export class DoorKeeper {
  private readonly visits = new Map<number, Promise<Visit>>();

  constructor(
    private readonly door: Door,
    private readonly answer: (answer: FromDoor) => void,
    private readonly ended: AbortSignal,
  ) {
    ended.addEventListener('abort', () => [...this.visits.keys()].forEach((number) => this.leave(number)), { once: true });
  }

  receive(message: ToDoor): void {
    if ('leave' in message) this.leave(message.leave);
    else if ('retryAfter' in message) this.door.waitFor(message.host, message.retryAfter);
    else void this.reply(message.ask, message.host, message.to);
  }

  private async reply(ask: number, host: string | undefined, to: Target): Promise<void> {
    try {
      this.answer({ answer: ask, target: host === undefined ? await this.door.target(to) : await this.enter(ask, host, to) });
    } catch (error) {
      this.visits.delete(ask);
      this.answer({ answer: ask, refusal: messageOf(error) });
    }
  }

  private async enter(ask: number, host: string, to: Target): Promise<Target> {
    const visit = this.door.enter(host, to, this.ended);
    this.visits.set(ask, visit);
    return (await visit).target;
  }

  private leave(number: number): void {
    const visit = this.visits.get(number);
    this.visits.delete(number);
    void visit?.then(
      ({ leave }) => leave(),
      () => undefined,
    );
  }
}
