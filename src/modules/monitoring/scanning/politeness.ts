import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#platform/time/durations';

const MAX_REMEMBERED = 10_000;
const MAX_WAIT_MS = DAY_MS;

/** Keeps scans gentle: one connection to an address at a time, with a pause after it, and none to a host that asked us to wait. */
export class Politeness {
  private readonly busy = new Map<string, Promise<void>>();
  private readonly waits = new Map<string, number>();

  constructor(private readonly settings: { pauseMs: number }) {}

  /** Waits for the turn at this address. The returned function gives it to the next one, after the pause. */
  async enter(address: string, signal: AbortSignal): Promise<() => void> {
    const before = this.busy.get(address);
    let left: () => void = () => undefined;
    const slot = Promise.all([before, new Promise<void>((resolve) => (left = resolve))]).then(() => undefined);
    this.busy.set(address, slot);
    void slot.then(() => {
      if (this.busy.get(address) === slot) this.busy.delete(address);
    });
    const leave = () => void sleep(this.settings.pauseMs, undefined, { ref: false }).then(left);
    await Promise.race([before, ended(signal)]);
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  }

  /** Stores a host's Retry-After, in seconds or as a date. */
  waitFor(host: string, retryAfter: string | undefined, now = Date.now()): void {
    const seconds = Number(retryAfter);
    const until = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(retryAfter ?? '');
    if (!(until > now)) return;
    this.waits.delete(host);
    this.waits.set(host, Math.min(until, now + MAX_WAIT_MS));
    if (this.waits.size > MAX_REMEMBERED) this.waits.delete(this.waits.keys().next().value as string);
  }

  /** Throws while a host's Retry-After lasts. */
  assertWelcome(host: string, now = Date.now()): void {
    const until = this.waits.get(host);
    if (until === undefined) return;
    if (until > now) throw new Error(`${host} asked us to wait until ${new Date(until).toISOString()}`);
    this.waits.delete(host);
  }
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
