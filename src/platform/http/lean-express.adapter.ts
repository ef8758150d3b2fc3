import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import type { Admission } from './admission';
import { markAnswered } from './call-end';
import { answerClientError } from './client-error';
import { pickEncoding } from './content-encoding';
import { drain } from './drain';
import { etagMatches, etagOf } from './etag';
import { JsonText } from './json-text';
import { sendStream } from './send-stream';
import { SharedBody } from './shared-body';
import { StreamedBody } from './streamed-body';

/** How often the server checks for connections that time out, and its maximum number of connections. */
const CHECK_CONNECTIONS_MS = 2_000;
const MAX_CONNECTIONS = 2_000;
/** How often a server that closes looks for connections that became idle. */
const CLOSE_IDLE_MS = 50;
const COMPRESS_FROM = 1400;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Express without two costs on the hot path. Express sets the prototype of every request and response, which makes V8 drop
 * their hidden class: here the server creates them with Express's prototypes already in place, so that setting them changes
 * nothing. Express also inspects each body again before it sends it: here a body is written once.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  private admission: Admission | undefined;
  private readonly connections = new Set<Socket>();

  /** Checked for every call before Express sees it. */
  useAdmission(admission: Admission): void {
    this.admission = admission;
  }

  override initHttpServer(options: NestApplicationOptions): void {
    const app = this.getInstance<Express>();
    class StableRequest extends IncomingMessage {}
    class StableResponse extends ServerResponse {}
    Object.setPrototypeOf(StableRequest.prototype, app.request);
    Object.setPrototypeOf(StableResponse.prototype, app.response);
    Object.assign(StableRequest.prototype, { _dump: drainSlowly });
    app.request = StableRequest.prototype as unknown as Request;
    app.response = StableResponse.prototype as unknown as Response;

    const classes = { IncomingMessage: StableRequest, ServerResponse: StableResponse };
    // Node would refuse a call without a Host header itself, without our error body.
    const settings = { ...classes, connectionsCheckingInterval: CHECK_CONNECTIONS_MS, requireHostHeader: false };
    const server: Server = createServer(settings, (request, response) => {
      if (!this.admission?.refuses(request, response)) app(request as unknown as Request, response as unknown as Response);
    });
    server.on('clientError', answerClientError);
    server.on('checkExpectation', app); // an unknown expectation is ignored
    server.requestTimeout = 30_000;
    server.headersTimeout = 10_000;
    server.keepAliveTimeout = 65_000;
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket: Socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    server.on('drop', () => {
      server.closeIdleConnections(); // close idle keep-alive connections to make room
    });
    this.httpServer = server;
    if (options.forceCloseConnections) throw new Error('forceCloseConnections is not supported: calls in flight must complete.');
  }

  /**
   * Node closes the connections that are idle now. Two kinds would keep the server from closing until they time out: those that
   * browsers and load balancers open in advance, and those whose call is answered while its body still arrives.
   */
  override close(): Promise<unknown> {
    const server = this.httpServer as Server;
    const closed = super.close() as Promise<unknown>;
    for (const socket of this.connections) if (socket.bytesRead === 0) socket.destroy();
    const timer = setInterval(() => {
      server.closeIdleConnections();
    }, CLOSE_IDLE_MS);
    return closed.finally(() => {
      clearInterval(timer);
    });
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    markAnswered(response);
    if (statusCode !== undefined) response.statusCode = statusCode;
    if (response.headersSent || response.writableEnded) return undefined;
    if (body === undefined || body === null) return response.end();
    if (Buffer.isBuffer(body) || body instanceof SharedBody) return this.send(response, body);
    if (body instanceof StreamedBody) return sendStream(response, body);
    if (typeof body !== 'object') {
      setTextType(response, 'text/html');
      return this.send(response, Buffer.from(String(body as string | number | boolean)));
    }
    if (typeof (body as { getStream?: unknown }).getStream === 'function') return super.reply(response, body, statusCode);
    if (response.statusCode >= 400) response.removeHeader('Content-Type'); // it was set for the successful answer
    setTextType(response, 'application/json');
    return this.send(response, body instanceof JsonText ? body.bytes : Buffer.from(JSON.stringify(body)));
  }

  private send(response: Response, body: Buffer | SharedBody): unknown {
    const content = body instanceof SharedBody ? body.bytes : body;
    const request = response.req as Request;
    const cacheable = response.statusCode === 200 && (request.method === 'GET' || request.method === 'HEAD');
    if (cacheable) {
      if (!response.hasHeader('ETag')) response.setHeader('ETag', body instanceof SharedBody ? body.etag : etagOf(content));
      if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
    }
    if (request.method === 'POST' && !response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    if (cacheable && etagMatches(request.headers['if-none-match'], response.getHeader('ETag'))) {
      response.statusCode = 304;
      response.removeHeader('Content-Type');
      return response.end();
    }
    const encoding = content.length < COMPRESS_FROM ? undefined : pickEncoding(request.headers['accept-encoding']);
    if (content.length >= COMPRESS_FROM) response.appendHeader('Vary', 'Accept-Encoding');
    if (encoding === undefined) return finish(response, content);
    response.setHeader('Content-Encoding', encoding);
    const compressed =
      body instanceof SharedBody
        ? body.encoded(encoding)
        : encoding === 'br'
          ? compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
          : compressGzip(content, { level: constants.Z_BEST_SPEED });
    return compressed.then((bytes) => finish(response, bytes));
  }
}

/** Node would read the rest of a body at full speed once the call is answered. */
function drainSlowly(this: IncomingMessage): void {
  if (this.complete) (IncomingMessage.prototype as unknown as { _dump(): void })._dump.call(this);
  else drain(this);
}

function setTextType(response: Response, usual: string): void {
  const type = response.getHeader('Content-Type') ?? usual;
  response.setHeader('Content-Type', String(type).includes('charset=') ? type : `${String(type)}; charset=utf-8`);
}

function finish(response: Response, content: Buffer): unknown {
  response.setHeader('Content-Length', content.length);
  return response.req.method === 'HEAD' ? response.end() : response.end(content);
}
