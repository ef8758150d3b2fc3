import { Unavailable } from '#platform/errors/api-error';

/** What large bodies may hold together, in bytes, and what those of one organization may. */
const MAX_BYTES = 67_108_864;
const MAX_BYTES_OF_ONE = MAX_BYTES / 2;
/** Smaller bodies are not counted: the calls of an organization are few enough. */
export const COUNTED_FROM = 65_536;

/** Bounds the memory that large bodies take in one process. It counts bytes that have arrived, never what was announced. */
export class BodyBudget {
  private total = 0;
  private readonly totals = new Map<string, number>();

  /** Counts bytes of an owner; a refusal when there is no room for them. */
  take(owner: string, bytes: number): Unavailable | undefined {
    const owned = (this.totals.get(owner) ?? 0) + bytes;
    if (this.total + bytes > MAX_BYTES || owned > MAX_BYTES_OF_ONE) {
      return new Unavailable('Too many large requests are under way; try again.', 'SERVICE_OVERLOADED', 1);
    }
    this.total += bytes;
    this.totals.set(owner, owned);
    return undefined;
  }

  release(owner: string, bytes: number): void {
    this.total -= bytes;
    const left = (this.totals.get(owner) ?? bytes) - bytes;
    if (left === 0) this.totals.delete(owner);
    else this.totals.set(owner, left);
  }
}
