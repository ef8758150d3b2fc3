import type { RequestListener } from 'node:http';
import type { ServerCertificate } from './certificates';
import type { NameRecords } from './dns-server';
import type { Internet } from './internet';

const DAY_MS = 86_400_000;

/** What a company publishes; exemplary by default. Change it, then publish it again. */
export class Company {
  readonly address: string;
  readonly nameServerAddresses: [string, string];
  /** By name; `@` is the domain itself. */
  readonly dns: Record<string, NameRecords>;
  headers: Record<string, string | string[]> = {
    'content-type': 'text/html; charset=utf-8',
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'set-cookie': ['session=abc123; Secure; HttpOnly; SameSite=Lax; Path=/'],
  };
  page = '<!doctype html><title>Good</title><link rel="stylesheet" href="/a.css"><script src="/a.js"></script><p>Hello</p>';
  securityTxt: string | undefined;
  policy: string;
  /** Replaces the default redirect from http. */
  plain: RequestListener | undefined;

  constructor(
    readonly internet: Internet,
    readonly domain: string,
  ) {
    this.address = internet.address();
    this.nameServerAddresses = [internet.address(), internet.address()];
    const host = { A: [this.address] };
    this.dns = {
      '@': {
        ...host,
        SOA: true,
        DS: true,
        NS: [`ns1.${domain}`, `ns2.${domain}`],
        TXT: ['v=spf1 mx -all'],
        MX: [[10, `mail.${domain}`]],
        CAA: [['issue', 'letsencrypt.org']],
      },
      www: host,
      mail: host,
      'mta-sts': host,
      ns1: { A: [this.nameServerAddresses[0]] },
      ns2: { A: [this.nameServerAddresses[1]] },
      _dmarc: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`] },
      '_mta-sts': { TXT: ['v=STSv1; id=1'] },
      '_smtp._tls': { TXT: [`v=TLSRPTv1; rua=mailto:tls@${domain}`] },
    };
    this.securityTxt = `Contact: mailto:security@${domain}\nExpires: ${new Date(Date.now() + 200 * DAY_MS).toISOString()}\n`;
    this.policy = `version: STSv1\nmode: enforce\nmx: mail.${domain}\nmax_age: 604800\n`;
  }

  get www(): string {
    return `www.${this.domain}`;
  }

  /** Publishes or updates everything. */
  async publish(certificate?: ServerCertificate): Promise<this> {
    const { internet, domain, address } = this;
    for (const [name, records] of Object.entries(this.dns)) internet.dns.records.set(name === '@' ? domain : `${name}.${domain}`, records);
    for (const server of this.nameServerAddresses) internet.routeDns(server);
    internet.mail(address);
    const own = certificate ?? (await internet.authority.leaf({ names: [domain, this.www, `mta-sts.${domain}`] }));
    for (const host of [domain, this.www]) {
      internet.https(address, host, own, this.site);
      internet.http(
        address,
        host,
        this.plain ?? ((request, response) => response.writeHead(301, { location: `https://${host}${request.url ?? '/'}` }).end()),
      );
    }
    const forPolicy = certificate ? await internet.authority.leaf({ names: [`mta-sts.${domain}`] }) : own;
    internet.https(address, `mta-sts.${domain}`, forPolicy, (_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(this.policy),
    );
    return this;
  }

  /** The site behind https, at the domain and at www. */
  site: RequestListener = (request, response) => {
    if (request.url === '/.well-known/security.txt') {
      if (this.securityTxt === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(this.securityTxt);
    } else if (request.url === '/') response.writeHead(200, this.headers).end(this.page);
    else response.writeHead(404).end();
  };
}
