import type { Response } from 'express';
import { Unavailable } from '#platform/errors/api-error';

/** What large bodies may hold together, in bytes. */
const MOST = 67_108_864;
/** Smaller bodies are not counted: calls are few enough. */
export const LARGE_FROM = 65_536;

/** Bounds the memory that large bodies take in one process, from their first byte until their call is answered. */
export class BodyBudget {
  private held = 0;

  /** Holds this much until the call is answered; a refusal when there is no room for it. */
  hold(bytes: number, response: Response): Unavailable | undefined {
    if (this.held + bytes > MOST) return new Unavailable('Too many large requests are under way; try again.', 'SERVICE_OVERLOADED', 1);
    if (response.closed) return undefined;
    this.held += bytes;
    response.once('close', () => {
      this.held -= bytes;
    });
    return undefined;
  }
}
