import type { Dialer } from './dialer';
import { Politeness } from './politeness';

export interface Target {
  address: string;
  port: number;
}

/** A connection that a scan may make now. */
export interface Visit {
  target: Target;
  leave: () => void;
}

/** The way out of the process, one for all its scans: it lets them make their connections one by one. */
export interface Exit {
  /** Waits for the turn at the address. Throws while the host's Retry-After lasts. */
  enter(host: string, to: Target, signal: AbortSignal): Promise<Visit>;
  /** Where a vetted address is reached, without waiting: a name server gets one packet. */
  target(to: Target): Promise<Target>;
  /** Stores a host's Retry-After. */
  waitFor(host: string, retryAfter: string | undefined): void;
}

export class Door implements Exit {
  private readonly politeness: Politeness;

  constructor(
    settings: { pauseMs: number },
    private readonly dialer: Dialer,
  ) {
    this.politeness = new Politeness(settings);
  }

  async enter(host: string, { address, port }: Target, signal: AbortSignal): Promise<Visit> {
    this.politeness.assertWelcome(host);
    const target = this.dialer.target(address, port);
    return { target, leave: await this.politeness.enter(address, signal) };
  }

  target({ address, port }: Target): Promise<Target> {
    return Promise.resolve(this.dialer.target(address, port));
  }

  waitFor(host: string, retryAfter: string | undefined): void {
    this.politeness.waitFor(host, retryAfter);
  }
}
