import type { Duplex } from 'node:stream';
import { USUAL_LIMITS } from './scope';

/** Longer than any statement may take. */
const MOST_MS = USUAL_LIMITS.statementMs + 3_000;
const LOOK_MS = 1_000;

/**
 * Hangs up connections that owe an answer for too long: a network that breaks tells nobody. One timer looks after all of
 * them; one for each call, as the driver has it, would add half again to what a hot call costs.
 */
class SilenceWatch {
  private readonly owing = new Map<Duplex, number>();
  private timer: NodeJS.Timeout | undefined;

  asked(stream: Duplex): void {
    this.owing.set(stream, Math.trunc(performance.now())); // a small integer needs no memory of its own
    this.timer ??= setInterval(() => {
      this.look();
    }, LOOK_MS).unref();
  }

  answered(stream: Duplex): void {
    this.owing.delete(stream);
  }

  private look(): void {
    const latest = performance.now() - MOST_MS;
    for (const [stream, askedAt] of this.owing) {
      if (askedAt > latest) continue;
      this.owing.delete(stream);
      stream.destroy();
    }
    if (this.owing.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

export const silenceWatch = new SilenceWatch();
