import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { DEFAULT_CIPHERS } from 'node:tls';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DeadlinePassed, within } from '#platform/time/deadline';
import { inSpan } from '#platform/tracing/tracing';
import { AddressRefused, WebhookAddresses, type Address } from '../webhook-addresses';

const TIMEOUT_MS = 10_000;
/** Maximum bytes read of the answer, which is discarded. */
const MAX_ANSWER_BYTES = 4096;
const MAX_INTERIM_ANSWERS = 10;
const MAX_ERROR = 200;
/** With DHE the receiver chooses the size of the group: one of 10,000 bits takes most of a second to compute with. */
const CIPHERS = `${DEFAULT_CIPHERS}:!DHE`;

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
    'https:': new https.Agent({ keepAlive: true, timeout: TIMEOUT_MS, ciphers: CIPHERS }),
  };

  /** Tests set a shorter time. */
  timeoutMs = TIMEOUT_MS;

  constructor(private readonly addresses: WebhookAddresses) {}

  /** Ends at the timeout, whatever the receiver does. */
  async post(target: string, headers: Record<string, string>, body: string, stop: AbortSignal): Promise<Outcome> {
    const started = performance.now();
    const duration = () => ({ durationMs: Math.round(performance.now() - started) });
    try {
      const statusCode = await within(this.timeoutMs, stop, 'the receiver', async (signal) => {
        const { url, addresses } = await this.addresses.vet(target);
        signal.throwIfAborted();
        return inSpan('request', 'POST', { 'server.address': url.hostname }, (trace) =>
          this.request(url, addresses, { ...headers, ...trace }, body, signal),
        );
      });
      if (statusCode >= 200 && statusCode < 300) return { isSuccess: true, statusCode, ...duration() };
      const isRedirect = statusCode >= 300 && statusCode < 400;
      const error = isRedirect ? 'the receiver answered with a redirect, which is not followed' : `the receiver answered ${statusCode}`;
      return { isSuccess: false, statusCode, error, ...duration() };
    } catch (error) {
      stop.throwIfAborted();
      return { isSuccess: false, error: reasonOf(error), ...duration() };
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
      // Stays: an answer that is cut short fails once more.
      call.on('error', reject);
      let interim = 0;
      call.on('information', () => {
        interim += 1;
        if (interim > MAX_INTERIM_ANSWERS) call.destroy(new Error('the receiver sends interim answers without end'));
      });
      // Without a listener, Node closes the connection and says nothing.
      call.once('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy();
        resolve(statusCode);
      });
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
  if (error instanceof DeadlinePassed) return `the receiver did not answer within ${TIMEOUT_MS / 1000} s`;
  const { code, message } = error as NodeJS.ErrnoException;
  return `the connection failed: ${code ?? message}`.slice(0, MAX_ERROR);
}
