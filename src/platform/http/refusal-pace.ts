import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest, Caller } from '#platform/identity/caller';
import { addressGroup } from '#platform/domains/address-group';

/** Number of refusals answered at once; further ones at a hundred a second. */
const BURST = 20;
const INTERVAL_MS = 10;
const MAX_DELAY_MS = 1000;
/** Maximum number of delayed refusals, because each takes memory. Further ones are answered at once. */
const MAX_WAITING = 500;
const MAX_KNOWN = 10_000;

/**
 * Slows down callers that ignore Retry-After. A refusal costs the event loop as much as a small call: answered at once, a few callers that
 * retry without a pause would keep it busy.
 */
@Injectable()
export class RefusalPace {
  /** By caller: when its next refusal is due. */
  private readonly due = new Map<string, number>();
  private waiting = 0;

  /** Answers now, or a little later if the caller was refused often. */
  pace(request: Omit<AuthenticatedRequest, 'caller'> & { caller?: Caller }, answer: () => void): void {
    const delay = this.delayOf(request.caller?.organizationId ?? addressGroup(request.ip));
    if (delay === 0 || this.waiting >= MAX_WAITING) {
      answer();
      return;
    }
    this.waiting += 1;
    setTimeout(() => {
      this.waiting -= 1;
      answer();
    }, delay);
  }

  /** The delay in milliseconds. */
  delayOf(whose: string, now = performance.now()): number {
    if (this.due.size >= MAX_KNOWN) this.due.clear();
    const due = Math.max(now - BURST * INTERVAL_MS, this.due.get(whose) ?? 0) + INTERVAL_MS;
    this.due.set(whose, Math.min(due, now + MAX_DELAY_MS));
    return Math.max(0, Math.ceil(Math.min(due - now, MAX_DELAY_MS)));
  }
}
