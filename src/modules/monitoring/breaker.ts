import type { Judgement } from './verdict';

const HOUR_MS = 3_600_000;
const MAX_BLIND_SHARE = 1 / 3;
/** Fewer scans do not tell whether our own network works. */
const MIN_LOOKS = 10;

/** Whether no check got a verdict. */
export function sawNothing(judgements: readonly Judgement[]): boolean {
  return judgements.every(({ verdict }) => verdict === 'unknown');
}

/** Whether a scan saw less than half of what it tried to see. */
export function isBlind(judgements: readonly Judgement[]): boolean {
  const unknown = judgements.filter(({ verdict }) => verdict === 'unknown').length;
  return judgements.length === 0 || unknown > judgements.length / 2;
}

/** Circuit breaker: detects that our own network fails. Then no scan may open or close findings. */
export class Breaker {
  private scans: { at: number; isBlind: boolean }[] = [];

  note(wasBlind: boolean, now = Date.now()): void {
    this.scans.push({ at: now, isBlind: wasBlind });
  }

  isOpen(now = Date.now()): boolean {
    this.scans = this.scans.filter(({ at }) => at > now - HOUR_MS);
    const blind = this.scans.filter((scan) => scan.isBlind).length;
    return this.scans.length >= MIN_LOOKS && blind >= this.scans.length * MAX_BLIND_SHARE;
  }
}
