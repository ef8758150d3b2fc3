/**
 * A loopback proxy that adds an access token, for tools that cannot send one.
 * `TARGET=http://localhost:3000 TOKEN=… node scripts/token-proxy.mjs` prints its address and runs until stopped.
 */
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/**
 * A Host or Origin with the proxy's address is rewritten to the service's; any other is passed through unchanged. A call of
 * a tool named in standIns is replaced by its stand-in.
 */
export async function startTokenProxy(target, token, standIns = {}) {
  const behind = new URL(target);
  const pass = async (incoming, outgoing) => {
    const self = `:${server.address().port}`;
    const translate = (value) => (value?.endsWith(self) ? `${value.slice(0, -self.length)}:${behind.port}` : value);
    const headers = { ...incoming.headers, authorization: `Bearer ${token}`, host: translate(incoming.headers.host) };
    if (headers.origin !== undefined) headers.origin = translate(headers.origin);
    const body = standIn(await buffer(incoming), headers, standIns);
    if (headers['content-length'] !== undefined) headers['content-length'] = body.length;
    const onward = request({ host: behind.hostname, port: behind.port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    onward.end(body);
  };
  // A client that disconnects affects only its own call.
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((closed) => server.close(closed)) };
}

function standIn(body, headers, standIns) {
  const [name, call] = Object.entries(standIns).find(([tool]) => body.includes(`"${tool}"`)) ?? [];
  if (call === undefined) return body;
  const message = JSON.parse(body.toString('utf8'));
  if (message.params?.name !== name) return body;
  if (headers['mcp-name'] === name) headers['mcp-name'] = call.name;
  return Buffer.from(JSON.stringify({ ...message, params: { ...message.params, ...call } }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startTokenProxy(process.env.TARGET, process.env.TOKEN);
  process.stdout.write(`${url}\n`);
}
