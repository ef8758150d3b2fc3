import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import * as x509 from '@peculiar/x509';
import { AUTHENTIC_DATA, AUTHORITATIVE_ANSWER, decode, encode, type Answer } from 'dns-packet';

/** About as large as the home page of a company. */
const PAGE = `<!doctype html><title>Vendor</title><script src="https://cdn.example/a.js"></script>${'<p>We do what we say.</p>'.repeat(1200)}`;

const traffic = { questions: 0, connections: 0, received: 0, sent: 0 };

/** The internet that monitoring scans: every domain has the same records, a web server and a few faults. */
async function main(): Promise<void> {
  const dns = createSocket('udp4');
  dns.on('message', (bytes, from) => {
    const reply = replyTo(bytes);
    traffic.questions += 1;
    traffic.received += bytes.length;
    traffic.sent += reply.length;
    dns.send(reply, from.port, from.address);
  });
  await new Promise<void>((bound) => dns.bind(0, '127.0.0.1', bound));
  const [http, https] = await Promise.all([listen(createHttp(toHttps)), listen(createHttps(await selfSigned(), page))]);
  const ports = { 53: dns.address().port, 80: http, 443: https };
  createHttp((request, response) => response.end(JSON.stringify(request.url === '/traffic' ? traffic : ports))).listen(
    Number(process.env.PORT),
    '127.0.0.1',
  );
}

const toHttps: RequestListener = ({ headers: { host = '' } }, response) => response.writeHead(301, { location: `https://${host}/` }).end();

const page: RequestListener = ({ url }, response) => {
  if (url === '/') response.writeHead(200, { 'content-type': 'text/html', 'strict-transport-security': 'max-age=63072000' }).end(PAGE);
  else response.writeHead(404).end();
};

function replyTo(bytes: Buffer): Buffer {
  const { id, questions, flag_rd: isRecursive } = decode(bytes);
  const [question] = questions ?? [];
  const name = question?.name.toLowerCase() ?? '.';
  const flags = name === '.' ? AUTHENTIC_DATA : isRecursive ? 0 : AUTHORITATIVE_ANSWER;
  return encode({ type: 'response', id, flags, questions, answers: answersTo(name, question?.type ?? 'A') });
}

function answersTo(name: string, type: string): Answer[] {
  const apex = name.split('.').slice(-2).join('.');
  const soa = { mname: `ns1.${apex}`, rname: `hostmaster.${apex}`, serial: 1, refresh: 3600, retry: 600, expire: 86_400, minimum: 300 };
  if (type === 'SOA' && (name === apex || name === '.')) return [{ type: 'SOA', name, data: soa }];
  if (type === 'A') return [{ type: 'A', name, data: addressOf(name) }];
  if (name === `_dmarc.${apex}` && type === 'TXT') return [{ type: 'TXT', name, data: 'v=DMARC1; p=none' }];
  if (name !== apex) return [];
  if (type === 'NS') return ['ns1', 'ns2'].map((server) => ({ type: 'NS', name, data: `${server}.${apex}` }));
  if (type === 'MX') return [{ type: 'MX', name, data: { preference: 10, exchange: `mail.${apex}` } }];
  if (type === 'TXT') return [{ type: 'TXT', name, data: 'v=spf1 mx ~all' }];
  return [];
}

/** Public-looking and the same for all hosts of a domain except its name servers. The caller dials loopback instead. */
function addressOf(name: string): string {
  const number = Number(/(\d+)-bench\./.exec(name)?.[1] ?? 0);
  const network = name.startsWith('ns1.') ? 64 : name.startsWith('ns2.') ? 128 : 0;
  return `9.${network + ((number >> 8) & 63)}.${number & 255}.7`;
}

async function listen(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    traffic.connections += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      traffic.received += socket.bytesRead;
      traffic.sent += socket.bytesWritten;
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((bound) => server.listen(0, '127.0.0.1', bound));
  return (server.address() as AddressInfo).port;
}

async function selfSigned(): Promise<{ cert: string; key: string }> {
  x509.cryptoProvider.set(webcrypto as never);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({ name: 'CN=bench', keys, signingAlgorithm: algorithm });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { cert: certificate.toString('pem'), key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n` };
}

void main();
