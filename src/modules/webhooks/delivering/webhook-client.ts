import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AddressRefused, WebhookAddresses, type Address } from '../webhook-addresses';

const TIMEOUT_MS = 10_000;
/** Maximum bytes read of the answer, which is discarded. */
const MAX_ANSWER_BYTES = 4096;
const MAX_ERROR = 200;

export interface Outcome {
  isSuccess: boolean;
  statusCode?: number;
  error?: string;
  durationMs: number;
}

/** Sends a message to a vetted address. Follows no redirects, uses no proxy, verifies certificates. */
@Injectable()
export class WebhookClient implements OnApplicationShutdown {
  private readonly agents = {
    'http:': new http.Agent({ keepAlive: true, timeout: TIMEOUT_MS }),
    'https:': new https.Agent({ keepAlive: true, timeout: TIMEOUT_MS }),
  };

  constructor(private readonly addresses: WebhookAddresses) {}

  async post(target: string, headers: Record<string, string>, body: string, stop: AbortSignal): Promise<Outcome> {
    const started = performance.now();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const duration = () => ({ durationMs: Math.round(performance.now() - started) });
    try {
      const { url, addresses } = await this.addresses.vet(target);
      const statusCode = await this.request(url, addresses, headers, body, AbortSignal.any([stop, timeout]));
      if (statusCode >= 200 && statusCode < 300) return { isSuccess: true, statusCode, ...duration() };
      const isRedirect = statusCode >= 300 && statusCode < 400;
      const error = isRedirect ? 'the receiver answered with a redirect, which is not followed' : `the receiver answered ${statusCode}`;
      return { isSuccess: false, statusCode, error, ...duration() };
    } catch (error) {
      stop.throwIfAborted();
      return {
        isSuccess: false,
        error: timeout.aborted ? `the receiver did not answer within ${TIMEOUT_MS / 1000} s` : reasonOf(error),
        ...duration(),
      };
    }
  }

  onApplicationShutdown(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** Connects to one of the vetted addresses, with the host name of the URL. */
  private request(
    url: URL,
    addresses: readonly Address[],
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<number> {
    const { request } = url.protocol === 'https:' ? https : http;
    const agent = this.agents[url.protocol as keyof typeof this.agents];
    return new Promise((resolve, reject) => {
      const call = request(url, {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: pinned(addresses),
        signal,
      });
      call.once('error', reject);
      call.once('response', (response) => {
        const { statusCode = 0 } = response;
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= MAX_ANSWER_BYTES) return;
          resolve(statusCode);
          response.destroy();
        });
        response.once('end', () => resolve(statusCode));
        response.once('error', reject);
      });
      call.end(body);
    });
  }
}

/** Answers every look-up with the vetted addresses. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return `the URL cannot be used: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  return `the connection failed: ${code ?? message}`.slice(0, MAX_ERROR);
}
