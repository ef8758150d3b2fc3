import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Client } from 'pg';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  trailers: Record<string, string | undefined>;
  bytes: Buffer;
}

/** A call whose response is read as it arrives, or not at all. */
export class OpenExport {
  private constructor(
    readonly call: ClientRequest,
    readonly response: IncomingMessage,
  ) {}

  /** Resolves with the headers; the body stays unread. */
  static start(
    service: TestApp,
    org: TestOrganization,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<OpenExport> {
    return new Promise((started, failed) => {
      const call = request(`${service.url}/public/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.token}`, 'content-type': 'application/json', ...headers },
        agent: false,
      });
      call.on('response', (response) => {
        started(new OpenExport(call, response));
      });
      call.on('error', failed);
      call.end(JSON.stringify(body));
    });
  }

  /** The whole response; rejects when it is cut off. */
  async read(): Promise<Received> {
    const { statusCode = 0, headers } = this.response;
    const parts: Buffer[] = [];
    for await (const part of this.response) parts.push(part as Buffer);
    return { status: statusCode, headers, trailers: this.response.trailers, bytes: Buffer.concat(parts) };
  }

  /** What arrives until the response ends or is cut off. */
  async readBroken(): Promise<{ text: string; broken: boolean }> {
    let received = '';
    this.response.setEncoding('utf8');
    try {
      for await (const part of this.response) received += part as string;
    } catch {
      return { text: received, broken: true };
    }
    return { text: received, broken: !this.response.complete };
  }

  abort(): void {
    this.call.destroy();
  }
}

/** The whole export in any format. */
export async function exportOf(
  service: TestApp,
  org: TestOrganization,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Received> {
  return (await OpenExport.start(service, org, path, body, headers)).read();
}

/** The objects of an export in JSON lines, after checking that its last line says it is complete. */
export async function exported<T = Record<string, unknown>>(org: TestOrganization, path: string, body: object = {}): Promise<T[]> {
  const answer = await org.post(path, body);
  expect(answer.status).toBe(200);
  const lines = answer.body as T[];
  expect(lines.at(-1)).toEqual({ exportComplete: true, rows: String(lines.length - 1) });
  return lines.slice(0, -1);
}

/** Every row of a list, page by page. */
export async function walked<T = Record<string, unknown>>(
  org: TestOrganization,
  path: string,
  rows: string,
  body: object = {},
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  do {
    const answer = await org.post(path, { ...body, limit: 200, ...(cursor && { cursor }) });
    expect(answer.status).toBe(200);
    found.push(...(answer.body[rows] as T[]));
    cursor = answer.body.nextCursor as string | undefined;
  } while (cursor);
  return found;
}

/** Sorted alike, because an export has no order. */
export function inOrder<T>(rows: readonly T[]): T[] {
  return [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

const RUNNING = `
  SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'advisory' AND a.application_name = 'vendor-risk-export'
     AND (l.classid::bigint << 32) | l.objid::bigint = hashtextextended('export ' || $1, 0)`;

/** Number of the organization's exports that PostgreSQL is running. */
export async function exportsAtWork(adminUrl: string, org: TestOrganization): Promise<number> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query(RUNNING, [org.organization.id])).rows.length;
  } finally {
    await client.end();
  }
}
