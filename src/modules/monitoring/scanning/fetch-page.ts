import { isIP } from 'node:net';
import type { HttpResponse, PageScan } from '../scan';
import { webTarget } from './egress';
import { handshake } from './handshake';
import { httpGet, type HttpAnswer } from './http-get';
import { valueOf } from './seen';
import { visit, type ScanContext } from './visit';

const MAX_REDIRECTS = 5;

/** Answers that say nothing about the page: access denied, rate limited, or a server error. */
function isInconclusive(status: number): boolean {
  return status === 403 || status === 429 || status >= 500;
}

/** Throws when an answer says nothing about the host; records its Retry-After. */
export function conclusive(context: ScanContext, answer: HttpAnswer): HttpAnswer {
  const { status, url } = answer.response;
  if (!isInconclusive(status)) return answer;
  context.door.waitFor(new URL(url).hostname, answer.retryAfter);
  throw new Error(`GET ${url} was answered with ${status}`);
}

/** The headers of every request, which identify the scanner. */
export function requestHeaders(context: ScanContext): Record<string, string> {
  return { 'user-agent': context.settings.userAgent, origin: ORIGIN };
}

/** An origin that cannot be on any allow-list: `.invalid` is never registered. */
export const ORIGIN = 'https://vendor-risk-monitor.invalid';

/** Follows the redirects that begin with this answer. Every target is vetted again. */
export async function follow(context: ScanContext, first: HttpAnswer): Promise<PageScan> {
  const hops: [HttpResponse, ...HttpResponse[]] = [first.response];
  let answer = first;
  while (isRedirect(answer.response)) {
    if (hops.length > MAX_REDIRECTS) throw new Error(`GET ${first.response.url} was redirected more than ${MAX_REDIRECTS} times`);
    const url = webTarget(answer.response.location ?? '', answer.response.url);
    await assertStaysOutside(context, new URL(answer.response.url).hostname, url.hostname);
    answer = conclusive(context, await get(context, url));
    hops.push(answer.response);
  }
  return { hops, body: answer.body, isCut: answer.isCut, origin: ORIGIN };
}

/** A redirect chooses path and host, so it could make us call anything internal. */
async function assertStaysOutside({ resolver, egress }: ScanContext, from: string, to: string): Promise<void> {
  if (from === to) return;
  const [before, after] = await Promise.all([resolver.addresses(from), resolver.addresses(to)]);
  egress.assertStaysOutside(valueOf(before).records, valueOf(after).records);
}

/** One GET on a new connection. */
export async function get(context: ScanContext, url: URL): Promise<HttpAnswer> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname;
  if (isIP(host.replace(/^\[|\]$/g, ''))) throw new Error(`${url.href} names an address instead of a host`);
  return visit(context, host, isSecure ? 443 : 80, async (socket) => {
    const connection = isSecure ? await handshake(context, socket, host) : socket;
    return httpGet(connection, url, requestHeaders(context), context.signal);
  });
}

function isRedirect({ status, location }: HttpResponse): boolean {
  return status >= 300 && status < 400 && location !== undefined;
}
