import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from './free-port';

describe('freePort', () => {
  it('returns a port to listen on that no outgoing connection can take', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    expect(port).toBeLessThan(32_768);
  });
});
