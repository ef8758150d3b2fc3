import { Unavailable } from '#platform/errors/api-error';

/** Memory limit of all large bodies in progress, and of those of one organization. */
const MAX_BYTES = 67_108_864;
const MAX_BYTES_OF_ONE = MAX_BYTES / 2;
/** Smaller bodies are not counted: the concurrency limits bound their number. */
export const COUNTED_FROM = 65_536;

/** Limits the memory for large bodies in one process. It counts bytes received, not Content-Length. */
export class BodyBudget {
  private total = 0;
  private readonly totals = new Map<string, number>();

  get held(): number {
    return this.total;
  }

  /** Why an owner may not send this many bytes; undefined when it may. Reserves nothing. */
  refusal(owner: string, bytes: number): Unavailable | undefined {
    if (this.total + bytes <= MAX_BYTES && this.owned(owner) + bytes <= MAX_BYTES_OF_ONE) return undefined;
    return new Unavailable('Too many large requests are in progress; try again.', 'SERVICE_OVERLOADED', 1);
  }

  /** Reserves bytes for an owner; returns an error when the budget is exhausted. */
  take(owner: string, bytes: number): Unavailable | undefined {
    const refusal = this.refusal(owner, bytes);
    if (refusal) return refusal;
    this.total += bytes;
    this.totals.set(owner, this.owned(owner) + bytes);
    return undefined;
  }

  release(owner: string, bytes: number): void {
    this.total -= bytes;
    const left = (this.totals.get(owner) ?? bytes) - bytes;
    if (left === 0) this.totals.delete(owner);
    else this.totals.set(owner, left);
  }

  private owned(owner: string): number {
    return this.totals.get(owner) ?? 0;
  }
}
