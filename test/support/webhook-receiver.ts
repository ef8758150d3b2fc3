import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  // Tests look into whatever came.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** The answer of a receiver: a status, a redirect, a broken connection, or none. */
export type Reply = number | { status: number; location: string } | 'reset' | 'nothing';

/** A receiver of webhooks on the loopback interface. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  reply: (number: number, call: Received) => Reply = () => 204;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  /** With a certificate it speaks https. */
  static async start(host = '127.0.0.1', tls?: { key: string; cert: string }): Promise<WebhookReceiver> {
    const answer: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const call = { headers: request.headers, text, body: JSON.parse(text) as unknown };
        receiver.received.push(call);
        const reply = receiver.reply(receiver.received.length, call);
        if (reply === 'nothing') return;
        if (reply === 'reset') {
          request.socket.destroy();
          return;
        }
        const { status, location } = typeof reply === 'number' ? { status: reply, location: undefined } : reply;
        response.writeHead(status, location === undefined ? {} : { location }).end();
      });
    };
    const server = tls ? createTlsServer(tls, answer) : createServer(answer);
    await new Promise<void>((listening) => server.listen(0, host, listening));
    const { port } = server.address() as AddressInfo;
    const receiver: WebhookReceiver = new WebhookReceiver(`${tls ? 'https' : 'http'}://${host}:${port}/hook`, async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    });
    return receiver;
  }

  /** The objects that came with events of a type, in order. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  objects(type: string): any[] {
    return this.received.filter(({ body }) => body.type === type).flatMap(({ body }) => body.data as unknown[]);
  }

  /** Throws unless the secret verifies the call. */
  verify({ headers, text }: Received, secret: string): unknown {
    return new Verifier(secret).verify(text, headers as Record<string, string>);
  }
}
