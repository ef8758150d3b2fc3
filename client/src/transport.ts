import type { CallOptions } from './call-options.ts';
import type { Described } from './described.ts';
import { VendorRiskError } from './errors.ts';
import { backoffMs, readRetryAfter, retryAfterMs, RetryBudget, wait } from './retry.ts';
import type { TokenSource } from './token.ts';

export interface TransportSettings {
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
}

type Input = Readonly<Record<string, unknown>>;
type Scalar = string | number | bigint | boolean;
type Attempt = (signal: AbortSignal, attempt: number) => Promise<Response>;

/** Sends calls with a token and a timeout, and retries where that is safe. */
export class Transport {
  private readonly budget = new RetryBudget();

  constructor(private readonly settings: TransportSettings) {}

  /** A successful response whose body is not read yet. */
  async call(operation: Described, input: Input, options: CallOptions, tokens: TokenSource): Promise<Response> {
    const [name, method, , , , takesKey] = operation;
    const { url, body } = this.address(operation, input);
    const headers: Record<string, string> = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(takesKey && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
      ...(options.requestId !== undefined && { 'x-request-id': options.requestId }),
    };
    let renewed = false;
    // Repeating an edit with If-Match would find the resource changed by the first attempt.
    const isRepeatable = options.ifMatch === undefined;
    const response = await this.retry(options, isRepeatable, async (signal) => {
      for (;;) {
        const token = await settled(tokens.get(), signal);
        const answer = await this.settings.fetch(url, { method, headers: { ...headers, authorization: `Bearer ${token}` }, body, signal });
        if (answer.status !== 401 || renewed || !tokens.refused(token)) return answer;
        renewed = true;
        await answer.body?.cancel();
      }
    });
    options.onResponse?.(response);
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => undefined);
    const retryAfter = readRetryAfter(response.headers.get('retry-after'));
    throw new VendorRiskError(name, response.status, answer, response.headers.get('x-request-id'), retryAfter);
  }

  token(form: URLSearchParams): Promise<Response> {
    const { baseUrl, fetch } = this.settings;
    return this.retry({}, true, (signal) => fetch(`${baseUrl}/v1/oauth/token`, { method: 'POST', body: form, signal }));
  }

  /** Retries 429 and 503 after the stated delay, and broken connections if the call may be repeated. */
  private async retry(options: CallOptions, isRepeatable: boolean, send: Attempt): Promise<Response> {
    const { signal, timeoutMs = this.settings.timeoutMs } = options;
    for (let attempt = 0; ; attempt++) {
      const mayRetry = () => attempt < this.settings.maxRetries && this.budget.spend();
      let response: Response;
      try {
        response = await inTime(signal, timeoutMs, (limit) => send(limit, attempt));
      } catch (error) {
        if (signal?.aborted || !isBrokenConnection(error) || !isRepeatable || !mayRetry()) throw error;
        await wait(backoffMs(attempt), signal);
        continue;
      }
      if (response.ok) this.budget.earn();
      const waitMs = await this.waitBeforeRepeating(response, attempt);
      if (waitMs === undefined || !mayRetry()) return response;
      await response.body?.cancel();
      await wait(waitMs, signal);
    }
  }

  private async waitBeforeRepeating(response: Response, attempt: number): Promise<number | undefined> {
    const { status, headers } = response;
    if (status === 429 || status === 503) {
      const seconds = readRetryAfter(headers.get('retry-after'));
      return seconds === undefined ? backoffMs(attempt) : retryAfterMs(seconds);
    }
    // The attempt whose answer was lost is still running.
    if (status === 409 && attempt > 0 && (await response.clone().text()).includes('"IDEMPOTENCY_KEY_IN_USE"')) return backoffMs(attempt);
    return undefined;
  }

  private address([, method, path]: Described, input: Input): { url: string; body: string | undefined } {
    const inPath = new Set<string>();
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = input[name];
      if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
      inPath.add(name);
      return encodeURIComponent(value);
    });
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
    const url = `${this.settings.baseUrl}/public/v1/${filled}`;
    if (method !== 'GET' && method !== 'DELETE') return { url, body: JSON.stringify(rest, int64AsText) };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest) as [string, Scalar | Scalar[] | null | undefined][])
      for (const item of Array.isArray(value) ? value : [value]) if (item != null) query.append(name, String(item));
    return { url: query.size > 0 ? `${url}?${query.toString()}` : url, body: undefined };
  }
}

function int64AsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The timeout of an attempt lasts until its response begins; the body may take longer, unless the caller aborts it. */
async function inTime(
  signal: AbortSignal | undefined,
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError')), timeoutMs);
  try {
    return await send(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a promise that others share, so aborting must not cancel it. */
function settled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** fetch reports every failure of the network as a TypeError. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}
