import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Env } from '#platform/config/env';
import type { Unavailable } from '#platform/errors/api-error';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { Admission } from './admission';
import { markAnswered } from './call-end';

const PROBES = ['/health/live', '/health/ready', '/metrics'];

/** A response with the members that admission uses. */
class Response extends EventEmitter {
  closed = false;
  headersSent = false;
  status = 0;
  headers = new Map<string, string>();
  body: string | undefined;

  writeHead(status: number, headers: readonly string[]): void {
    this.status = status;
    for (let at = 0; at < headers.length; at += 2) this.headers.set(headers[at] as string, headers[at + 1] as string);
  }

  end(body?: string): void {
    this.body = body;
  }

  close(): void {
    this.headersSent = true;
    this.closed = true;
    this.emit('close');
  }
}

describe('Admission', () => {
  const env = Object.assign(new Env(), { DATABASE_POOL_SIZE: 2, CALLS_IN_FLIGHT: 2, LOG_LEVEL: 'silent' });
  let metrics: Metrics;
  let admission: Admission;
  let underWay: Response[];

  beforeEach(() => {
    metrics = new Metrics();
    admission = new Admission(env, new Logger(env), metrics);
    underWay = [];
  });

  function arrive(url = '/public/v1/vendors', method = 'POST'): Response {
    const response = new Response();
    const request = { url, method, headers: {} } as unknown as IncomingMessage;
    const answer = response as unknown as ServerResponse;
    if (admission.refuses(request, answer)) return response;
    try {
      if (!PROBES.includes(url)) admission.begin(answer);
      underWay.push(response);
    } catch (error) {
      response.status = (error as Unavailable).httpStatus;
    }
    return response;
  }
  const arrivals = (count: number) => Array.from({ length: count }, () => arrive().status);
  const refused = (statuses: readonly number[]) => statuses.filter((status) => status === 503).length;
  const finish = (count: number) => {
    for (const response of underWay.splice(0, count)) response.close();
  };

  it('admits four concurrent calls per connection', () => {
    for (let turn = 0; turn < 100; turn += 1) {
      expect(refused(arrivals(8))).toBe(0);
      finish(8);
    }
  });

  it('admits a burst up to its limit', () => {
    expect(refused(arrivals(136))).toBe(0);
    expect(refused(arrivals(10))).toBe(10);
  });

  it('admits burst after burst, as long as each is worked off', () => {
    for (let turn = 0; turn < 100; turn += 1) {
      expect(refused(arrivals(130))).toBe(0);
      finish(130);
    }
  });

  it('refuses further calls while a backlog persists, until it is gone', () => {
    expect(refused(arrivals(100))).toBe(0);
    finish(50);
    expect(refused(arrivals(60))).toBe(0);
    finish(85);
    expect(refused(arrivals(50))).toBe(0);
    finish(1); // 136 calls were answered since the backlog began, and 74 are still in progress
    expect(refused(arrivals(5))).toBe(5);
    finish(68); // six in progress: room for two
    expect(refused(arrivals(5))).toBe(3);
    finish(6); // two in progress, one per connection: no call waits
    expect(refused(arrivals(14))).toBe(0);
  });

  it('tolerates a backlog for one round only, right after a refusal', () => {
    arrivals(136);
    expect(refused(arrivals(1))).toBe(1);
    finish(136);
    expect(refused(arrivals(16))).toBe(0);
    finish(8);
    expect(refused(arrivals(1))).toBe(1);
  });

  it('limits a backlog to two rounds, right after a refusal', () => {
    arrivals(136);
    expect(refused(arrivals(1))).toBe(1);
    finish(136);
    expect(refused(arrivals(30))).toBe(14);
  });

  it('admits two calls per connection while most calls are refused, until no call waits', () => {
    arrivals(136);
    expect(refused(arrivals(300))).toBe(300);
    finish(132); // four in progress
    expect(refused(arrivals(5))).toBe(5);
    finish(1);
    expect(refused(arrivals(5))).toBe(4);
    finish(2); // two in progress, one per connection: no call waits
    expect(refused(arrivals(14))).toBe(0);
  });

  it('admits four calls per connection while most calls are admitted', () => {
    arrivals(136);
    expect(refused(arrivals(100))).toBe(100);
    finish(132);
    expect(refused(arrivals(5))).toBe(1);
  });

  it('forgets an overload after a second or two, even if calls from then are still in progress', () => {
    const start = performance.now();
    arrivals(136);
    expect(refused(arrivals(300))).toBe(300);
    finish(130); // six in progress
    expect(refused(arrivals(1))).toBe(1);
    const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 3_000);
    expect(refused(arrivals(1))).toBe(0);
    clock.mockRestore();
  });

  it('leaves room for others when one organization has as many calls in progress as it may', () => {
    admission = new Admission(Object.assign(new Env(), env, { CALLS_IN_FLIGHT: 4 }), new Logger(env), metrics);
    arrivals(136);
    expect(refused(arrivals(300))).toBe(300);
    finish(132); // four in progress, which may all be of one organization
    expect(refused(arrivals(2))).toBe(0);
    expect(refused(arrivals(1))).toBe(1);
  });

  it('answers with the standard error body and Retry-After, and counts the refusal', async () => {
    arrivals(136);
    const { status, headers, body } = arrive();
    expect(status).toBe(503);
    expect([headers.get('Retry-After'), headers.get('Content-Type')]).toEqual(['1', 'application/json; charset=utf-8']);
    expect(headers.get('Content-Length')).toBe(String(body?.length));
    expect(JSON.parse(body ?? '')).toMatchObject({
      code: 14,
      details: [{ reason: 'SERVICE_OVERLOADED' }, { retryDelay: '1s' }, { requestId: headers.get('X-Request-Id') }],
      error: { code: 'UNAVAILABLE', request_id: headers.get('X-Request-Id') },
    });
    expect(arrive('/public/v1/whoami', 'HEAD').body).toBeUndefined();
    expect((await metrics.turnedAway.get()).values[0]?.value).toBe(2);
  });

  it('never refuses a probe', () => {
    arrivals(136);
    for (const url of PROBES) expect(arrive(url, 'GET').status).toBe(0);
  });

  it('also refuses calls that arrived before the overload and start their work during it', () => {
    const late = new Response() as unknown as ServerResponse;
    const request = { url: '/', headers: {} } as unknown as IncomingMessage;
    expect(admission.refuses(request, late)).toBe(false);
    arrivals(136);
    expect(() => {
      admission.begin(late);
    }).toThrow('try again');
  });

  it('counts work for disconnected callers until it is done', () => {
    const gone = Array.from({ length: 136 }, () => {
      const response = new Response();
      response.closed = true;
      admission.begin(response as unknown as ServerResponse);
      return response as unknown as ServerResponse;
    });
    expect(refused(arrivals(1))).toBe(1);
    for (const response of gone) markAnswered(response);
    expect(refused(arrivals(1))).toBe(0);
  });
});
