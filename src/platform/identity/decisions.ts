import type { Surface } from './caller';

/** What is left of an organization's limit after a call was counted. */
export interface RateLimitDecision {
  surface: Surface;
  allowed: boolean;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/** An operation that goes away. */
export interface DeprecationDecision {
  sunsetAt: Date;
  replacement: string;
}

/** What guards decide about a call and leave on its request. The headers of the answer are written from it. */
export interface Decisions {
  rateLimit?: RateLimitDecision;
  deprecation?: DeprecationDecision;
}
