import type { Duplex } from 'node:stream';

const LOOK_MS = 250;

/**
 * Hangs up connections that owe an answer for too long: a network that breaks tells nobody. One timer looks after all of
 * them; one for each call, as the driver has it, would add half again to what a hot call costs.
 */
class SilenceWatch {
  /** By when each must have answered. */
  private readonly owing = new Map<Duplex, number>();
  private timer: NodeJS.Timeout | undefined;

  asked(stream: Duplex, patienceMs: number): void {
    this.owing.set(stream, Math.trunc(performance.now() + patienceMs)); // a small integer needs no memory of its own
    this.timer ??= setInterval(() => {
      this.look();
    }, LOOK_MS).unref();
  }

  answered(stream: Duplex): void {
    this.owing.delete(stream);
  }

  private look(): void {
    const now = performance.now();
    for (const [stream, latest] of this.owing) {
      if (now < latest) continue;
      this.owing.delete(stream);
      stream.destroy();
    }
    if (this.owing.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

export const silenceWatch = new SilenceWatch();
