import type { Surface } from './caller';

/** The rate limit of an organization and what is left of it after this call. */
export interface RateLimitDecision {
  surface: Surface;
  allowed: boolean;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/** A deprecated operation. */
export interface DeprecationDecision {
  sunsetAt: Date;
  replacement: string;
}

/** What the guards decided about a call, attached to its request. The response headers are written from it. */
export interface Decisions {
  rateLimit?: RateLimitDecision;
  deprecation?: DeprecationDecision;
}
