import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls';
import { Networks } from '../../../src/platform/domains/network';
import type { Dialer } from '../../../src/modules/monitoring/scanning/dialer';
import { Door } from '../../../src/modules/monitoring/scanning/door';
import type { ScanSettings } from '../../../src/modules/monitoring/scanning/scan-settings';
import { TestAuthority, type ServerCertificate } from './certificates';
import { DnsServer } from './dns-server';
import { smtp } from './smtp';

/** A simulated internet on loopback: DNS, HTTPS, HTTP and mail servers, and public-looking addresses that lead only to them. */
export class Internet {
  /** By `address:port`. */
  private readonly routes = new Map<string, number>();
  private readonly sites = new Map<string, RequestListener>();
  private readonly certificates = new Map<string, SecureContext>();
  private readonly servers: TcpServer[] = [];
  private readonly sockets = new Set<Socket>();
  /** The same list for all settings: a TLS context is kept for each list. */
  private readonly roots: readonly string[];
  private nextAddress = 0;
  private httpsPort = 0;
  private httpPort = 0;
  private smtpPort = 0;
  /** Connections made so far, as `address:port`. */
  readonly dialed: string[] = [];

  private constructor(
    readonly authority: TestAuthority,
    readonly dns: DnsServer,
    /** Refuses every query. */
    readonly lameDns: DnsServer,
  ) {
    this.roots = [authority.rootPem];
  }

  static async start(): Promise<Internet> {
    const [authority, dns, lame] = await Promise.all([TestAuthority.create(), DnsServer.start(), DnsServer.start()]);
    lame.failsWith = 'REFUSED';
    const internet = new Internet(authority, dns, lame);
    const serve: RequestListener = (request, response) => {
      const key = `${'encrypted' in request.socket ? 'https' : 'http'}://${request.headers.host}`;
      const site = internet.sites.get(key);
      if (site) site(request, response);
      else response.writeHead(404).end();
    };
    const sni = createHttps(
      {
        SNICallback: (name, done) => {
          const context = internet.certificates.get(name);
          if (context) done(null, context);
          else done(new Error(`no certificate for ${name}`));
        },
      },
      serve,
    );
    internet.httpsPort = await internet.listen(sni);
    internet.httpPort = await internet.listen(createHttp(serve));
    internet.smtpPort = await internet.listen(createTcp(smtp('SIZE 1000000', 'STARTTLS')));
    return internet;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all([this.dns.close(), this.lameDns.close(), ...this.servers.map((server) => new Promise((end) => server.close(end)))]);
  }

  /** Resolves only the addresses of this internet. */
  get dialer(): Dialer {
    return {
      target: (address, port) => {
        const key = `${address}:${port}`;
        this.dialed.push(key);
        // A loopback port without a listener.
        return { address: '127.0.0.1', port: this.routes.get(key) ?? 1 };
      },
    };
  }

  get door(): Door {
    return new Door(this.settings, this.dialer);
  }

  get settings(): ScanSettings {
    return {
      dnsServers: [`127.0.0.1:${this.dns.port}`],
      allowedNetworks: new Networks([]),
      userAgent: 'vendor-risk-monitor/1 (+http://localhost/monitoring)',
      checksMailServers: false,
      ehloName: 'localhost',
      pauseMs: 0,
      scanMs: 60_000,
      extraRoots: this.roots,
    };
  }

  settingsWith(changes: Partial<ScanSettings>): ScanSettings {
    return Object.assign(this.settings, changes);
  }

  /** An unused public-looking address; each is in a separate network. */
  address(): string {
    this.nextAddress += 1;
    return `9.${(this.nextAddress >> 8) & 255}.${this.nextAddress & 255}.7`;
  }

  route(address: string, port: number, to: number): void {
    this.routes.set(`${address}:${port}`, to);
  }

  unroute(address: string, port: number): void {
    this.routes.delete(`${address}:${port}`);
  }

  routeDns(address: string, server: DnsServer = this.dns): void {
    this.route(address, 53, server.port);
  }

  /** Serves https://host at an address, with its own certificate. */
  https(address: string, host: string, certificate: ServerCertificate, site: RequestListener): void {
    this.certificates.set(host, createSecureContext(certificate));
    this.sites.set(`https://${host}`, site);
    this.route(address, 443, this.httpsPort);
  }

  http(address: string, host: string, site: RequestListener): void {
    this.sites.set(`http://${host}`, site);
    this.route(address, 80, this.httpPort);
  }

  /** A mail server that offers STARTTLS. */
  mail(address: string): void {
    this.route(address, 25, this.smtpPort);
  }

  /** A separate HTTPS server, for unusual TLS settings. */
  async ownHttps(address: string, options: TlsOptions, site: RequestListener): Promise<void> {
    this.route(address, 443, await this.listen(createHttps(options, site)));
  }

  /** Any TCP server. */
  async tcp(address: string, port: number, onConnection: (socket: Socket) => void): Promise<void> {
    this.route(
      address,
      port,
      await this.listen(
        createTcp((socket) => {
          socket.on('error', () => undefined);
          onConnection(socket);
        }),
      ),
    );
  }

  private async listen(server: Server | TcpServer): Promise<number> {
    this.servers.push(server);
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
}
