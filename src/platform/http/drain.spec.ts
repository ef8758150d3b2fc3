import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { DAY_MS } from '#platform/time/durations';
import { LeanExpressAdapter } from './lean-express.adapter';

/** More than the buffers of a connection hold, so that the answer is sent long before the body has arrived. */
const SIZE = 3_000_000;
const BODY = 'x'.repeat(SIZE);
const NEXT = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';

/** A call that is answered without reading its body. */
interface Refused {
  request: IncomingMessage;
  /** Whether the body arrived completely, once the request is closed. */
  closed: Promise<boolean>;
}

/** The same routes on the adapter that drains slowly and on Nest's own, which leaves draining to Node. */
class Refusing {
  readonly refused: Refused[] = [];
  readonly server: Server;

  constructor(readonly adapter: ExpressAdapter) {
    adapter.initHttpServer({});
    this.server = adapter.getHttpServer();
    this.server.keepAliveTimeout = 65_000; // it is part of the answers
    const app = adapter.getInstance<Express>();
    app.disable('x-powered-by');
    app.post('/refused', (request, response) => {
      const refused: Refused = {
        request,
        closed: new Promise((closed) => {
          request.once('close', () => {
            closed(request.complete && request.readableEnded);
          });
        }),
      };
      this.refused.push(refused);
      response.status(401).setHeader('Content-Length', 2).end('no');
    });
    app.get('/next', (_, response) => {
      response.status(200).setHeader('Content-Length', 4).end('next');
    });
  }

  async open(): Promise<Socket> {
    const socket = connect((this.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
}

describe('An unread body', () => {
  const slow = new Refusing(new LeanExpressAdapter());
  const original = new Refusing(new ExpressAdapter());

  beforeAll(() => Promise.all([slow, original].map(({ server }) => once(server.listen(0, '127.0.0.1'), 'listening'))));
  beforeEach(() => {
    for (const side of [slow, original]) side.refused.length = 0;
  });
  afterAll(() => {
    for (const { server } of [slow, original]) server.close().closeAllConnections();
  });

  it('is drained by our method, not by the one of Node.js', () => {
    const methodOf = (side: Refusing) => (side.adapter.getInstance<Express>().request as unknown as { _dump: unknown })._dump;
    expect(methodOf(slow)).not.toBe(methodOf(original));
  });

  const chunked = `Transfer-Encoding: chunked\r\n\r\n${SIZE.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
  it.each([
    ['with a length', `Content-Length: ${SIZE}\r\n\r\n${BODY}`],
    ['in chunks', chunked],
    ['of a few bytes', `Content-Length: 5\r\n\r\nhello`],
    ['of none', `Content-Length: 0\r\n\r\n`],
  ])('%s: is answered, ends, and the connection serves the next call, as in Node', async (_, rest) => {
    const outcomes = await Promise.all([slow, original].map((side) => outcomeOf(side, rest)));
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.isWhole).toEqual([true, true]);
    expect(outcomes[0]?.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('that has arrived whole does not wait, so that any number of refused calls takes no memory', async () => {
    const calls = 200; // all answers fit into the buffers of the connection
    await answersTo(slow, 'POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello'.repeat(calls));
    const ended = slow.refused.filter(({ request }) => request.readableEnded).length;
    expect(slow.refused).toHaveLength(calls);
    expect(ended).toBe(calls);
  });

  it('ends with the connection when the caller disconnects halfway, as in Node', async () => {
    const outcomes = await Promise.all(
      [slow, original].map(async (side) => {
        const socket = await side.open();
        socket.write(`POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\nx`);
        await once(socket, 'data');
        const [{ request }] = side.refused as [Refused];
        const closed = new Promise((resolve) => request.socket.once('close', resolve));
        socket.destroy();
        await closed;
        return { isComplete: request.complete, hasEnded: request.readableEnded };
      }),
    );
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toEqual({ isComplete: false, hasEnded: false });
  });

  it('that arrives while the server closes does not keep it open', async () => {
    const closing = new Refusing(new LeanExpressAdapter());
    await once(closing.server.listen(0, '127.0.0.1'), 'listening');
    closing.server.keepAliveTimeout = DAY_MS;
    const socket = await closing.open();
    socket.write(`POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\nx`);
    await once(socket, 'data');
    const closed = closing.adapter.close();
    socket.write(BODY.slice(1));
    await closed;
    expect(await closing.refused[0]?.closed).toBe(true);
  });
});

/** Two refused calls and another one on the same connection. */
async function outcomeOf(side: Refusing, rest: string) {
  const text = await answersTo(side, `POST /refused HTTP/1.1\r\nHost: x\r\n${rest}`.repeat(2));
  return {
    text: text.replaceAll(/^Date: .*$/gm, ''),
    isWhole: await Promise.all(side.refused.map(({ closed }) => closed)),
  };
}

/** The answers to calls that are refused and to another one after them, all on one connection. */
async function answersTo(side: Refusing, refused: string): Promise<string> {
  const socket = await side.open();
  socket.write(refused + NEXT);
  let text = '';
  for await (const part of socket) {
    text += (part as Buffer).toString();
    if (text.endsWith('next')) break; // closes the connection
  }
  return text;
}
