import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy in front of a database that can silence its open connections, like a broken network: nobody closes them. */
export class SilentProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(databaseUrl: string): Promise<SilentProxy> {
    const target = new URL(databaseUrl);
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        proxy.sockets.add(socket);
        socket.on('error', () => undefined);
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const here = new URL(databaseUrl);
    here.port = String((server.address() as AddressInfo).port);
    const proxy = new SilentProxy(here.href, server);
    return proxy;
  }

  silence(): void {
    for (const socket of this.sockets) socket.unpipe();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }
}
