import type { Judgement } from './verdict';

const HOUR_MS = 3_600_000;
const MAX_BLIND_SHARE = 1 / 3;
/** Fewer looks say nothing about our own network. */
const MIN_LOOKS = 10;

/** Whether no check could be judged. */
export function sawNothing(judgements: readonly Judgement[]): boolean {
  return judgements.every(({ verdict }) => verdict === 'unknown');
}

/** Whether a look saw less than half of what it looked for. */
export function isBlind(judgements: readonly Judgement[]): boolean {
  const unknown = judgements.filter(({ verdict }) => verdict === 'unknown').length;
  return judgements.length === 0 || unknown > judgements.length / 2;
}

/** Notices when it is our own network that fails: then no look may open or close anything. */
export class Breaker {
  private looks: { at: number; isBlind: boolean }[] = [];

  note(wasBlind: boolean, now = Date.now()): void {
    this.looks.push({ at: now, isBlind: wasBlind });
  }

  isOpen(now = Date.now()): boolean {
    this.looks = this.looks.filter(({ at }) => at > now - HOUR_MS);
    const blind = this.looks.filter((look) => look.isBlind).length;
    return this.looks.length >= MIN_LOOKS && blind >= this.looks.length * MAX_BLIND_SHARE;
  }
}
