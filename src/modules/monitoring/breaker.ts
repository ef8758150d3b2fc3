import { HOUR_MS } from '#platform/time/durations';
import type { Judgement } from './verdict';

const MAX_INCONCLUSIVE_SHARE = 1 / 3;
/** Fewer scans do not tell whether our own network works. */
const MIN_SCANS = 10;

/** Whether no check got a verdict. */
export function sawNothing(judgements: readonly Judgement[]): boolean {
  return judgements.every(({ verdict }) => verdict === 'unknown');
}

/** Whether a scan is inconclusive: less than half of its checks got a verdict. */
export function gotFewVerdicts(judgements: readonly Judgement[]): boolean {
  const unknown = judgements.filter(({ verdict }) => verdict === 'unknown').length;
  return judgements.length === 0 || unknown > judgements.length / 2;
}

/** Circuit breaker: detects that our own network fails. Then no scan may open or close findings. */
export class Breaker {
  private scans: { at: number; isInconclusive: boolean }[] = [];

  note(isInconclusive: boolean, now = Date.now()): void {
    this.scans.push({ at: now, isInconclusive });
  }

  isOpen(now = Date.now()): boolean {
    this.scans = this.scans.filter(({ at }) => at > now - HOUR_MS);
    const inconclusive = this.scans.filter((scan) => scan.isInconclusive).length;
    return this.scans.length >= MIN_SCANS && inconclusive >= this.scans.length * MAX_INCONCLUSIVE_SHARE;
  }
}
