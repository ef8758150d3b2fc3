/**
 * A loopback proxy that adds an access token, for tools that have no way to send one.
 * `TARGET=http://localhost:3000 TOKEN=… node scripts/token-proxy.mjs` prints its own address and runs until it is stopped.
 */
import { createServer, request } from 'node:http';
import { pathToFileURL } from 'node:url';

/** What names the proxy names the service behind it; any other Host or Origin goes on as it came. */
export async function startTokenProxy(target, token) {
  const behind = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const self = `:${server.address().port}`;
    const translate = (value) => (value?.endsWith(self) ? `${value.slice(0, -self.length)}:${behind.port}` : value);
    const headers = { ...incoming.headers, authorization: `Bearer ${token}`, host: translate(incoming.headers.host) };
    if (headers.origin !== undefined) headers.origin = translate(headers.origin);
    const onward = request({ host: behind.hostname, port: behind.port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((closed) => server.close(closed)) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startTokenProxy(process.env.TARGET, process.env.TOKEN);
  process.stdout.write(`${url}\n`);
}
