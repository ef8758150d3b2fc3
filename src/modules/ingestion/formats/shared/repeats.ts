import { hash } from 'node:crypto';

/** Numbers results that agree in all that identifies them, in their order, which tools keep from scan to scan: `#2`, `#3`. */
export class Repeats {
  private readonly seen = new Map<string, number>();

  /** The parts as an id of their own; `other` is what else distinguishes the results, such as the asset. */
  idOf(parts: readonly (string | undefined)[], ...other: (string | undefined)[]): string {
    const id = parts.filter(Boolean).join(' ');
    const key = hash('sha1', JSON.stringify([id, other]), 'base64');
    const number = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, number);
    return number === 1 ? id : `${id} #${number}`;
  }
}
