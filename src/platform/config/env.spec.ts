import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv, SETTINGS } from './env';
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
    expect(readEnv({ HOST: '0.0.0.0' })).toMatchObject({ HOST: '0.0.0.0', isLocal: false });
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
      /^Invalid configuration: PORT must be an integer number; DATABASE_URL must be a postgres:\/\/ address; WORKERS must not be less than 1; LOG_LEVEL must be one of [^;]+; DEMO_DATA must be a boolean value\.$/,
    );
  });

  it.each(['README.md', '.env.example'])('are all in %s', (file) => {
    const text = readFileSync(join(projectRoot(), file), 'utf8');
    const named = [...text.matchAll(file === 'README.md' ? /^\| `([A-Z_]+)` \|/gm : /^# ([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...SETTINGS].sort());
  });
});
