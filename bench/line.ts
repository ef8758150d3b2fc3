import { Agent, request, type RequestOptions } from 'node:http';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  body?: unknown;
}

export interface Prepared {
  options: RequestOptions;
  payload?: Buffer;
}

export interface Answer {
  status: number;
  body: Buffer;
}

/**
 * Connections to a server that stay open. It does as little as a client can, because it shares the processor with what it
 * measures: nothing is compressed, and nothing is parsed that nobody reads.
 */
export class Line {
  private readonly agent: Agent;
  private readonly target: URL;

  constructor(
    url: string,
    private readonly token: string,
    connections = 1,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.target = new URL(url);
  }

  prepare({ path, method = 'POST', body }: Call): Prepared {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return {
      options: {
        agent: this.agent,
        host: this.target.hostname,
        port: this.target.port,
        path,
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        },
      },
      ...(payload && { payload }),
    };
  }

  send({ options, payload }: Prepared): Promise<Answer> {
    return new Promise((answered, failed) => {
      const outgoing = request(options, (response) => {
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

  close(): void {
    this.agent.destroy();
  }
}
