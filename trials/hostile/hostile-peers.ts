import type { Socket } from 'node:net';

/** How a server treats whoever connects. */
export interface HostilePeer {
  name: string;
  /** What it sends at once. */
  says?: string;
  /** What it sends again and again after that; without a pause, as fast as it is read. */
  repeats?: string;
  pauseMs?: number;
  /** How it ends after what it says; it keeps the connection open unless this is set. */
  ends?: 'close' | 'reset' | 'half';
  /** It reads nothing. */
  isDeaf?: true;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const MANY = 'x'.repeat(4000);
const DRIP_MS = 50;

/** Servers that try to keep a client busy, waiting or reading without end. */
export const HOSTILE_PEERS: readonly HostilePeer[] = [
  { name: 'says nothing' },
  { name: 'says nothing and reads nothing', isDeaf: true },
  { name: 'closes at once', ends: 'close' },
  { name: 'resets at once', ends: 'reset' },
  { name: 'closes only its side', ends: 'half' },

  { name: 'switches protocols', says: UPGRADE },
  { name: 'switches protocols without a name', says: 'HTTP/1.1 101 Switching Protocols\r\n\r\n' },
  { name: 'switches protocols and floods', says: UPGRADE, repeats: MANY },
  { name: 'switches protocols and closes its side', says: UPGRADE, ends: 'half' },
  { name: 'switches protocols and resets', says: UPGRADE, ends: 'reset' },
  { name: 'switches protocols with a length', says: UPGRADE.replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n') },
  { name: 'switches to HTTP/2', says: UPGRADE.replace('websocket', 'h2c') },

  { name: 'continues without end', repeats: 'HTTP/1.1 100 Continue\r\n\r\n' },
  { name: 'continues now and then', repeats: 'HTTP/1.1 100 Continue\r\n\r\n', pauseMs: DRIP_MS },
  { name: 'is processing without end', repeats: 'HTTP/1.1 102 Processing\r\n\r\n' },
  { name: 'gives hints without end', repeats: `HTTP/1.1 103 Early Hints\r\nLink: <${MANY}>\r\n\r\n` },
  { name: 'sends unknown interim answers without end', repeats: 'HTTP/1.1 199 Wait\r\n\r\n' },
  { name: 'continues once and keeps silent', says: 'HTTP/1.1 100 Continue\r\n\r\n' },
  { name: 'continues once and closes its side', says: 'HTTP/1.1 100 Continue\r\n\r\n', ends: 'half' },
  { name: 'continues, then switches protocols', says: `HTTP/1.1 100 Continue\r\n\r\n${UPGRADE}` },

  { name: 'drips its status', repeats: 'H', pauseMs: DRIP_MS },
  { name: 'cuts its status', says: 'HTTP/1.1 2', ends: 'close' },
  { name: 'has a reason without end', says: 'HTTP/1.1 200 ', repeats: MANY },
  { name: 'has the status 000', says: 'HTTP/1.1 000 Nothing\r\n\r\n' },
  { name: 'has the status 999', says: 'HTTP/1.1 999 Much\r\n\r\n' },
  { name: 'has a status of five digits', says: 'HTTP/1.1 20000 OK\r\n\r\n' },
  { name: 'has an old version', says: 'HTTP/0.9 200 OK\r\n\r\n' },
  { name: 'has no header', says: 'Hello', ends: 'half' },

  { name: 'drips its headers', says: OK, repeats: 'X: y\r\n', pauseMs: DRIP_MS },
  { name: 'has headers without end', says: OK, repeats: `X-Flood: ${MANY}\r\n` },
  { name: 'has short headers without end', says: OK, repeats: 'a:\r\n'.repeat(1000) },
  { name: 'has a header name without end', says: OK, repeats: MANY },
  { name: 'has a header value without end', says: `${OK}X: `, repeats: MANY },
  { name: 'folds a header without end', says: `${OK}X: y\r\n`, repeats: ` ${MANY}\r\n` },
  { name: 'has NUL in a header', says: `${OK}X: \0\r\n\r\n` },
  { name: 'ends lines with CR only', says: OK.replaceAll('\n', '') + '\r\r' },
  { name: 'stops before its body', says: `${OK}Content-Length: 100\r\n` },

  { name: 'promises a body and sends none', says: `${OK}Content-Length: 100\r\n\r\n` },
  { name: 'promises a body and closes its side', says: `${OK}Content-Length: 100\r\n\r\nx`, ends: 'half' },
  { name: 'promises a body and resets', says: `${OK}Content-Length: 100\r\n\r\nx`, ends: 'reset' },
  { name: 'drips its body', says: `${OK}Content-Length: 9007199254740991\r\n\r\n`, repeats: 'x', pauseMs: DRIP_MS },
  { name: 'has a body without end', says: `${OK}\r\n`, repeats: MANY },
  { name: 'has a body without length or end', says: `${OK}\r\nx` },
  { name: 'has two lengths', says: `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx` },
  { name: 'has a negative length', says: `${OK}Content-Length: -1\r\n\r\nx` },
  { name: 'has a length and chunks', says: `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n` },
  { name: 'has a body where none is allowed', says: 'HTTP/1.1 204 No Content\r\nContent-Length: 100\r\n\r\n', repeats: MANY },

  { name: 'has small chunks without end', says: CHUNKED, repeats: '1\r\nx\r\n'.repeat(1000) },
  { name: 'drips chunks', says: CHUNKED, repeats: '1\r\nx\r\n', pauseMs: DRIP_MS },
  { name: 'has a huge chunk', says: `${CHUNKED}7fffffffffffff\r\n`, repeats: MANY },
  { name: 'has a chunk size without end', says: CHUNKED, repeats: '0'.repeat(4000) },
  { name: 'has a chunk extension without end', says: `${CHUNKED}1;`, repeats: MANY },
  { name: 'has an invalid chunk', says: `${CHUNKED}zz\r\n` },
  { name: 'has no last chunk', says: `${CHUNKED}1\r\nx\r\n` },
  { name: 'has trailers without end', says: `${CHUNKED}0\r\n`, repeats: `X-Flood: ${MANY}\r\n` },
  { name: 'has a trailer without end', says: `${CHUNKED}0\r\nX: `, repeats: MANY },
  { name: 'drips trailers', says: `${CHUNKED}0\r\n`, repeats: 'X: y\r\n', pauseMs: DRIP_MS },
  { name: 'stops in its trailers', says: `${CHUNKED}0\r\nX: y\r\n` },

  { name: 'answers without end', repeats: `${OK}Content-Length: 0\r\n\r\n` },
  { name: 'answers and floods', says: `${OK}Content-Length: 0\r\n\r\n`, repeats: MANY },
  { name: 'answers and resets', says: `${OK}Content-Length: 0\r\n\r\n`, ends: 'reset' },
  { name: 'answers and reads nothing', says: `${OK}Content-Length: 0\r\n\r\n`, isDeaf: true },
  { name: 'redirects without a target', says: 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n' },
  { name: 'speaks SSH', says: 'SSH-2.0-x\r\n' },
  { name: 'speaks SMTP without end', repeats: '220-mail.example\r\n' },
  { name: 'speaks HTTP/2', says: '\0\0\0\x04\0\0\0\0\0' },
  { name: 'speaks TLS', says: '\x15\x03\x01\0\x02\x02\x28' },
  { name: 'sends zeros without end', repeats: '\0'.repeat(4000) },
];

/** Treats a connection as the peer does. */
export function behave({ says, repeats, pauseMs, ends, isDeaf }: HostilePeer): (socket: Socket) => void {
  return (socket) => {
    socket.on('error', () => undefined);
    if (isDeaf) socket.pause();
    else socket.resume();
    if (says !== undefined) socket.write(says, 'latin1');
    if (ends === 'reset') setImmediate(() => socket.resetAndDestroy());
    else if (ends === 'close') socket.end(() => socket.destroy());
    else if (ends === 'half') socket.end();
    else if (repeats !== undefined && pauseMs !== undefined) drip(socket, repeats, pauseMs);
    else if (repeats !== undefined) flood(socket, repeats);
  };
}

function drip(socket: Socket, text: string, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

/** As fast as the other side reads; leaves this process time for other work. */
function flood(socket: Socket, text: string): void {
  const many = Buffer.from(text.repeat(Math.ceil(16_000 / text.length)), 'latin1');
  const next = () => {
    if (!socket.destroyed && socket.writable) socket.write(many, () => setImmediate(next));
  };
  next();
}
