import type { Response } from 'express';
import type { Decisions, DeprecationDecision } from '#platform/identity/decisions';

/** Writes the rate-limit and deprecation headers of a call. The interceptor and the exception filter both call this. */
export function writeDecisions({ rateLimit, deprecation }: Decisions, response: Response): void {
  if (rateLimit) {
    const { surface, limit, windowSeconds, remaining, resetSeconds } = rateLimit;
    response.setHeader('RateLimit-Policy', `"${surface}";q=${limit};w=${windowSeconds}`);
    response.setHeader('RateLimit', `"${surface}";r=${remaining};t=${resetSeconds}`);
    response.setHeader('X-RateLimit-Limit', String(limit));
    response.setHeader('X-RateLimit-Remaining', String(remaining));
    response.setHeader('X-RateLimit-Reset', String(resetSeconds));
  }
  if (deprecation) writeDeprecation(deprecation, response);
}

/** Exported for MCP, where the tool is known only inside the handler, after the interceptor has run. */
export function writeDeprecation({ sunsetAt, replacement }: DeprecationDecision, response: Response): void {
  response.setHeader('Deprecation', 'true');
  response.setHeader('Sunset', sunsetAt.toUTCString());
  response.setHeader('Link', `<${replacement}>; rel=successor-version`);
}
