import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Env } from '#platform/config/env';
import { ApiError, PermissionDenied } from '#platform/errors/api-error';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/** Every header that a proxy adds about the call that it forwards. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cdn-loop|cf-.*|fastly-.*|x-envoy-.*|x-amzn-trace-id)$/;

/** Checks access to the metrics: with METRICS_TOKEN by bearer token, otherwise only from this machine and not through a proxy. */
export function assertMayReadMetrics(
  { headers, socket }: Pick<Request, 'headers' | 'socket'>,
  { METRICS_TOKEN: token, TRUST_PROXY }: Pick<Env, 'METRICS_TOKEN' | 'TRUST_PROXY'>,
): void {
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
  const isForwarded = TRUST_PROXY !== 0 || Object.keys(headers).some((name) => FORWARDING.test(name));
  if (isForwarded || !LOOPBACK.test(socket.remoteAddress ?? '')) {
    throw new PermissionDenied('Only this machine may read the metrics, unless METRICS_TOKEN is set.', 'METRICS_NOT_ALLOWED');
  }
}

/** In constant time. */
function isSame(given: string | undefined, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(wanted));
}
