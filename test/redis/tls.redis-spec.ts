import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { freePort } from '#platform/config/free-port';
import { openDatabase } from '#platform/embedded-postgres/open-database';
import { readEnv } from '#platform/config/env';
import { startEmbeddedPostgres, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { postgresAccount } from '#platform/embedded-postgres/unix-account';
import { connectRedis } from '#platform/redis/connect-redis';
import { spawnJson } from '../support/cli';
import { send } from '../support/http';
import { fetchToken } from '../support/organization';
import { ServiceProcess } from '../support/service-process';
import { msUntil } from '../support/wait';

/** PostgreSQL and Redis that accept only TLS, with certificates created here. */
describe('TLS to PostgreSQL and Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-tls-'));
  const file = (name: string) => join(folder, name);
  let postgres: RunningPostgres;
  let redis: ChildProcess;
  let redisUrl: string;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    makeAuthority('ca');
    makeAuthority('stranger');
    useCertificate('DNS:localhost');
    const settings = ['ssl=on', `ssl_cert_file=${file('server.crt')}`, `ssl_key_file=${file('server.key')}`, 'fsync=off'];
    postgres = await startEmbeddedPostgres(file('data'), { port: 0, settings });

    const port = await freePort();
    const tls = ['--tls-cert-file', file('server.crt'), '--tls-key-file', file('server.key'), '--tls-ca-cert-file', file('ca.crt')];
    const options = ['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--tls-auth-clients', 'no', '--save', ''];
    redis = spawn('redis-server', [...options, ...tls], { stdio: 'ignore' });
    redisUrl = `rediss://localhost:${port}`;
  });
  afterAll(async () => {
    await service?.kill();
    const ended = once(redis, 'exit');
    redis.kill('SIGKILL');
    await ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'ignore' });

  function makeAuthority(name: string): void {
    const subject = ['-subj', `/CN=${name}`, '-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)];
    openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...subject);
  }

  function makeCertificate(name: string, names: string): void {
    openssl(
      'req',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.csr`),
    );
    writeFileSync(file('names.txt'), `subjectAltName=${names}\n`);
    const signer = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      file(`${name}.csr`),
      ...signer,
      '-days',
      '2',
      '-extfile',
      file('names.txt'),
      '-out',
      file(`${name}.crt`),
    );
    chmodSync(file(`${name}.key`), 0o600);
  }

  function useCertificate(names: string): void {
    makeCertificate('server', names);
    const account = postgresAccount();
    if (account) chownSync(file('server.key'), account.uid, account.gid);
  }

  /** As an operator writes it. */
  function verified(url: string, { authority = 'ca' } = {}): string {
    const secured = new URL(url);
    secured.hostname = 'localhost';
    secured.searchParams.set('sslmode', 'verify-full');
    secured.searchParams.set('sslrootcert', file(`${authority}.crt`));
    return secured.href;
  }

  it('serves calls over connections that are all encrypted', async () => {
    const url = verified(postgres.adminUrl);
    const settings = { DATABASE_URL: url, DATABASE_MIGRATION_URL: url, NODE_EXTRA_CA_CERTS: file('ca.crt'), REDIS_URL: redisUrl };
    service = await ServiceProcess.start(settings);
    await spawnJson(settings, 'org', 'create', '--name', 'Encrypted', '--domain', 'encrypted.com');
    const credential = (await spawnJson(
      settings,
      'credential',
      'create',
      '--org',
      'encrypted.com',
      '--name',
      'TLS',
      '--scopes',
      'all',
    )) as {
      clientId: string;
      clientSecret: string;
    };
    const token = await fetchToken(service.url, credential);
    const whoami = await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
    expect(whoami.status).toBe(200);

    const client = new Client({ connectionString: postgres.adminUrl });
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      `SELECT DISTINCT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name = 'vendor-risk-api'`,
    );
    await client.end();
    expect(rows).toEqual([{ ssl: true }]);

    // The calls above were counted in Redis, which accepts only TLS.
    const counted = new Redis(redisUrl, { tls: { ca: readFileSync(file('ca.crt')) } });
    await msUntil(async () => (await counted.keys('*')).length > 0);
    counted.disconnect();
  });

  const outcome = (change: { authority?: string } = {}) =>
    openDatabase(readEnv({ DATABASE_URL: verified(postgres.adminUrl, change) }), 'command').then(
      () => 'connected',
      (error: unknown) => (error as Error).message,
    );

  it('refuses PostgreSQL with an untrusted certificate', async () => {
    expect(await outcome()).toBe('connected');
    expect(await outcome({ authority: 'stranger' })).toMatch(/cannot be reached: .*certificate/);
  });

  it('refuses Redis with an untrusted certificate', async () => {
    const errors: string[] = [];
    const redisClient = connectRedis(redisUrl);
    redisClient.on('error', (error: Error) => errors.push(error.message));
    await msUntil(() => Promise.resolve(errors.some((message) => /certificate|self-signed|unable/i.test(message))));
    redisClient.disconnect();
  });

  it('refuses PostgreSQL with a certificate for another name', async () => {
    useCertificate('DNS:elsewhere.test');
    const client = new Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query('SELECT pg_reload_conf()');
    await client.end();
    await msUntil(async () => (await outcome()).includes('altnames'));
  });
});
