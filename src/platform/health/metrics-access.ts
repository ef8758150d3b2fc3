import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { ApiError, PermissionDenied } from '#platform/errors/api-error';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/** Checks access to the metrics: with METRICS_TOKEN by bearer token, otherwise only from this machine. */
export function assertMayReadMetrics({ headers, socket }: Pick<Request, 'headers' | 'socket'>, token: string | undefined): void {
  if (token !== undefined) {
    if (isSame(headers.authorization, `Bearer ${token}`)) return;
    throw new ApiError(
      'UNAUTHENTICATED',
      'Send METRICS_TOKEN as a bearer token.',
      'METRICS_TOKEN_REQUIRED',
      {},
      {
        headers: { 'WWW-Authenticate': 'Bearer realm="vendor-risk metrics"' },
      },
    );
  }
  // A proxy on this machine forwards calls from elsewhere.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (isForwarded || !LOOPBACK.test(socket.remoteAddress ?? '')) {
    throw new PermissionDenied('Only this machine may read the metrics, unless METRICS_TOKEN is set.', 'METRICS_NOT_ALLOWED');
  }
}

/** In constant time. */
function isSame(given: string | undefined, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(wanted));
}
