import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv, VARIABLES } from './env';
import { checkNames } from './env-file';
import { projectRoot } from './project-root';

describe('settings', () => {
  it('have defaults', () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DEMO_DATA: true, WORKERS: 1, DATABASE_REPLICA_URLS: [] });
    expect(readEnv({ PORT: ' ', DATABASE_URL: '' })).toEqual(readEnv({}));
  });

  it('open the service to the network only with DATABASE_URL, or when HOST is set', () => {
    const DATABASE_URL = 'postgres://a/x';
    expect(readEnv({ DATABASE_URL }).HOST).toBe('0.0.0.0');
    expect(readEnv({ DATABASE_URL, HOST: '10.0.0.1' }).HOST).toBe('10.0.0.1');
    expect(readEnv({ HOST: '::1' })).toMatchObject({ HOST: '::1', isLocal: true });
    expect(() => readEnv({ HOST: '0.0.0.0' })).toThrow(/^Invalid configuration: HOST 0\.0\.0\.0 would open .*EMBEDDED_ON_NETWORK=on/);
    expect(readEnv({ HOST: '0.0.0.0', EMBEDDED_ON_NETWORK: 'on' })).toMatchObject({ HOST: '0.0.0.0', isLocal: false });
  });

  it('refuse a short METRICS_TOKEN', () => {
    expect(() => readEnv({ METRICS_TOKEN: 'secret' })).toThrow(/METRICS_TOKEN must be at least 16/);
  });

  it('are parsed by type', () => {
    const env = readEnv({
      PORT: '8080',
      DEMO_DATA: 'OFF',
      DATABASE_REPLICA_URLS: 'postgres://a/x, postgresql://b/x',
      REDIS_URL: 'redis://localhost:6379',
      PUBLIC_BASE_URL: 'https://api.example.com/',
    });
    expect(env).toMatchObject({ PORT: 8080, DEMO_DATA: false, DATABASE_REPLICA_URLS: ['postgres://a/x', 'postgresql://b/x'] });
    expect(env.baseUrl).toBe('https://api.example.com');
  });

  it('require REDIS_URL for replicas', () => {
    expect(() => readEnv({ DATABASE_REPLICA_URLS: 'postgres://a/x' })).toThrow(/DATABASE_REPLICA_URLS needs REDIS_URL/);
  });

  it('report every invalid setting at once', () => {
    const wrong = { PORT: 'x', WORKERS: '0', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', DEMO_DATA: 'maybe' };
    expect(() => readEnv(wrong)).toThrow(
      /^Invalid configuration: PORT must be a whole number from 0 to 65535; DATABASE_URL must be a postgres:\/\/ address; WORKERS must be a whole number from 1 to 64; LOG_LEVEL must be one of [^;]+; DEMO_DATA must be on or off\.$/,
    );
  });

  it('can be read from files where they are secret', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-env-'));
    const file = join(folder, 'secret');
    writeFileSync(file, 'postgres://a/x\n');
    const DATABASE_URL_FILE = file;
    expect(readEnv({ DATABASE_URL_FILE })).toMatchObject({ DATABASE_URL: 'postgres://a/x', HOST: '0.0.0.0', embedded: false });
    expect(() => readEnv({ DATABASE_URL_FILE, DATABASE_URL: 'postgres://b/x' })).toThrow(/set DATABASE_URL or DATABASE_URL_FILE, not both/);
    writeFileSync(file, 'not-shown');
    expect(() => readEnv({ DATABASE_URL_FILE })).toThrow(/^Invalid configuration: DATABASE_URL_FILE must be a postgres:\/\/ address\.$/);
    rmSync(folder, { recursive: true });
    expect(VARIABLES.filter((name) => name.endsWith('_FILE'))).toEqual(
      expect.arrayContaining(['DATABASE_URL_FILE', 'REDIS_URL_FILE', 'METRICS_TOKEN_FILE', 'ENCRYPTION_KEY_FILE']),
    );
  });

  it('are named with the nearest known one when .env misspells them', () => {
    expect(() => {
      checkNames(['PORT', 'NODE_ENV', 'OTEL_SERVICE_NAME', 'DATABSE_URL', 'retention_days']);
    }).toThrow(
      'Invalid configuration: .env sets DATABSE_URL, which is no setting; the nearest is DATABASE_URL; .env sets retention_days, which is no setting; the nearest is HISTORY_RETENTION_DAYS.',
    );
  });

  describe('with a key file', () => {
    const key = 'ab'.repeat(32);
    const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-env-'));
    const file = join(folder, 'keys');
    const faultOf = (setting: string) => {
      try {
        readEnv({ ENCRYPTION_KEY_FILE: setting, PORT: 'x' });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };

    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    it('accept one with keys, one per line', () => {
      writeFileSync(file, `\n ${key} \r\n${Buffer.from(key, 'hex').toString('base64url')}\n\n`);
      expect(readEnv({ ENCRYPTION_KEY_FILE: file }).encryptionKeys).toEqual([key, Buffer.from(key, 'hex').toString('base64url')]);
    });

    it.each([
      ['empty', '\n \n', ` ${file} is empty`],
      ['with a short key', `${key}\n${key.slice(2)}\n`, ' must be keys of 32 bytes in base64 or hex, one per line, or none'],
    ])('refuse one that is %s, among the other faults', (_, content, fault) => {
      writeFileSync(file, content);
      expect(faultOf(file)).toBe(`Invalid configuration: PORT must be a whole number from 0 to 65535; ENCRYPTION_KEY_FILE${fault}.`);
    });

    it.each([
      ['missing', join(folder, 'missing'), 'ENOENT'],
      ['a folder', folder, 'EISDIR'],
    ])('refuse one that is %s', (_, path, code) => {
      expect(faultOf(path)).toContain(`; ENCRYPTION_KEY_FILE ${path} cannot be read: ${code}`);
    });
  });

  it.each(['docs/operating.md', '.env.example'])('are all in %s', (file) => {
    const text = readFileSync(join(projectRoot(), file), 'utf8');
    const named = [...text.matchAll(file === 'docs/operating.md' ? /^\| `([A-Z_]+)` \|/gm : /^# ([A-Z_]+)=/gm)].map(([, name]) => name);
    const own = named.filter((name) => !name?.startsWith('OTEL_')); // the standard variables of OpenTelemetry
    expect(own.filter((name) => !name?.endsWith('_FILE')).sort()).toEqual(VARIABLES.filter((name) => !name.endsWith('_FILE')).sort());
    expect(own.filter((name) => !VARIABLES.includes(String(name)))).toEqual([]);
    expect(text).toContain('DATABASE_URL_FILE');
  });
});
