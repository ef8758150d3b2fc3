import { Agent, request } from 'node:http';
import type { Call } from './connections';

export interface Answer {
  status: number;
  body: Buffer;
}

/** Keep-alive connections to a server, for calls whose responses are read. Responses are not compressed. */
export class Line {
  private readonly agent: Agent;

  constructor(
    private readonly url: string,
    private readonly token: string,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ path, method = 'POST', body }: Call): Promise<Answer> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
    };
    return new Promise((answered, failed) => {
      const outgoing = request(`${this.url}${path}`, { agent: this.agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          answered({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
        });
      });
      outgoing.on('error', failed);
      outgoing.end(payload);
    });
  }
}
