import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  /** ASCII only: bytesOf writes it as Latin-1. */
  body?: unknown;
  /** Of another caller than the one that makes most calls. */
  token?: string;
}

export interface Reply {
  status: number;
  ms: number;
  retryAfter: boolean;
}

/** A connection is closed after this long without a response, so a run always ends. */
const TIMEOUT_MS = 60_000;

type Waiting = (reply: Reply) => void;

/** A keep-alive connection with a minimal HTTP client: it shares the CPU with the server it measures, so it must be cheap. */
class Connection {
  /** Bytes of the response still to come, once its headers were read. */
  private missing = 0;
  private head: string | undefined;
  private sentAt = 0;
  private waiting: Waiting | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly onFree: (connection: Connection) => void,
    private readonly onGone: (connection: Connection) => void,
  ) {
    socket.setNoDelay(true);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      this.read(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.onGone(this);
      this.answer({ status: 0, retryAfter: false });
    });
  }

  send(bytes: string, waiting: Waiting): void {
    this.waiting = waiting;
    this.sentAt = performance.now();
    this.socket.write(bytes, 'latin1');
  }

  close(): void {
    this.socket.destroy();
  }

  /** Relies on headers arriving in one chunk, as the service writes them. The body is counted, not parsed. */
  private read(chunk: Buffer): void {
    if (this.head === undefined) {
      const end = chunk.indexOf('\r\n\r\n');
      this.head = chunk.toString('latin1', 0, end).toLowerCase();
      this.missing = end + 4 + Number(/\r\ncontent-length: (\d+)/.exec(this.head)?.[1] ?? 0);
    }
    this.missing -= chunk.length;
    if (this.missing > 0) return;
    const { head } = this;
    this.head = undefined;
    this.answer({ status: Number(head.slice(9, 12)), retryAfter: head.includes('\r\nretry-after: ') });
    if (head.includes('\r\nconnection: close')) this.socket.destroy();
    else this.onFree(this);
  }

  private answer(reply: Omit<Reply, 'ms'>): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.({ ...reply, ms: performance.now() - this.sentAt });
  }
}

/** A pool of connections, all opened in advance so that connecting is not measured. */
export class Crowd {
  private readonly free: Connection[] = [];
  private readonly all = new Set<Connection>();

  private constructor(private readonly target: URL) {}

  static async of(connections: number, url: string): Promise<Crowd> {
    const crowd = new Crowd(new URL(url));
    for (let opened = 0; opened < connections; opened += 1) await crowd.open();
    return crowd;
  }

  /** Sends on a free connection; undefined when there is none. */
  request(bytes: string): Promise<Reply> | undefined {
    return this.free.length > 0 ? new Promise((answered) => this.send(bytes, answered)) : undefined;
  }

  /** Sends on a free connection; false when there is none. */
  send(bytes: string, answered: (reply: Reply) => void): boolean {
    const connection = this.free.pop();
    connection?.send(bytes, answered);
    return connection !== undefined;
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }

  /** Opens one more connection, to replace one that was closed. */
  async open(): Promise<void> {
    const socket = connect(Number(this.target.port), this.target.hostname);
    await once(socket, 'connect');
    const connection = new Connection(
      socket,
      (free) => this.free.push(free),
      (gone) => {
        this.all.delete(gone);
        const at = this.free.indexOf(gone);
        if (at >= 0) this.free.splice(at, 1);
      },
    );
    this.all.add(connection);
    this.free.push(connection);
  }
}

/** The request bytes of a call. */
export function bytesOf(url: string, defaultToken: string, { path, method = 'POST', body, token = defaultToken }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const content = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
  return [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`, ...content, '', text].join('\r\n');
}
