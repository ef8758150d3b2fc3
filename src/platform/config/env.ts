import 'reflect-metadata';
import { IsBoolean, IsEmail, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, validateSync } from 'class-validator';
import { ENCRYPTION_KEY, readKeyFile } from './read-key-file';

const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/;
const REDIS_URL = /^rediss?:\/\/\S+$/;
const DNS_SERVER = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[[0-9a-f:]+\](?::\d{1,5})?|[0-9a-f:]+:[0-9a-f:]+)$/i;
const NETWORK = /^[0-9a-f.:]{2,45}(?:\/\d{1,3})?$/i;
const LOOPBACK = '127.0.0.1';
const EVERYWHERE = '0.0.0.0';
const ON_OFF: Readonly<Record<string, boolean>> = { on: true, off: false };

/** Every setting of the service. Only this folder reads the environment. */
export class Env {
  @IsInt() @Min(0) @Max(65_535) PORT = 3000;
  /** Loopback while DATABASE_URL is unset: the demo must not be open to the network. */
  @IsString() HOST = LOOPBACK;
  @IsString() DATA_DIR = '.data';
  @IsOptional() @Matches(POSTGRES_URL, { message: 'DATABASE_URL must be a postgres:// address' }) DATABASE_URL?: string;
  /** For migrations, when DATABASE_URL points at a pooler. */
  @IsOptional() @Matches(POSTGRES_URL, { message: 'DATABASE_MIGRATION_URL must be a postgres:// address' }) DATABASE_MIGRATION_URL?: string;
  @Matches(POSTGRES_URL, { each: true, message: 'DATABASE_REPLICA_URLS must be postgres:// addresses, separated by commas' })
  DATABASE_REPLICA_URLS: string[] = [];
  @IsInt() @Min(1) @Max(200) DATABASE_POOL_SIZE = 8;
  /** Switch off behind a pooler that does not support prepared statements (PgBouncer before 1.21, or with max_prepared_statements = 0). */
  @IsBoolean() DATABASE_PREPARED_STATEMENTS = true;
  @IsOptional() @Matches(REDIS_URL, { message: 'REDIS_URL must be a redis:// address' }) REDIS_URL?: string;
  /**
   * Encrypts signing keys and secrets in the database. Unset, an embedded database generates one, and a database of
   * DATABASE_URL stores them unencrypted.
   */
  @IsOptional() @Matches(ENCRYPTION_KEY, { message: 'ENCRYPTION_KEY must be 32 bytes in base64 or hex' }) ENCRYPTION_KEY?: string;
  @IsOptional() @IsString() ENCRYPTION_KEY_FILE?: string;
  /** Previous keys, used only for decryption. Not needed after `keys rewrap`. */
  @Matches(ENCRYPTION_KEY, {
    each: true,
    message: 'ENCRYPTION_KEY_PREVIOUS must be keys of 32 bytes in base64 or hex, separated by commas',
  })
  ENCRYPTION_KEY_PREVIOUS: string[] = [];
  @IsOptional() @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true }) PUBLIC_BASE_URL?: string;
  @IsInt() @Min(1) @Max(1_000_000) RATE_LIMIT_PER_MINUTE = 600;
  /** Maximum number of concurrent calls of one organization. */
  @IsInt() @Min(1) @Max(100_000) CALLS_IN_FLIGHT = 16;
  /** Per address. */
  @IsInt() @Min(1) @Max(1_000_000) TOKEN_REQUESTS_PER_MINUTE = 300;
  /** Not applied behind a proxy, because all connections then come from the proxy's address. */
  @IsInt() @Min(1) @Max(1_000_000) MAX_CONNECTIONS_PER_ADDRESS = 256;
  /** Unset: only this machine may read the metrics. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,}$/, { message: 'METRICS_TOKEN must be at least 16 visible ASCII characters' })
  METRICS_TOKEN?: string;
  @IsInt() @Min(30) @Max(86_400) TOKEN_TTL_SECONDS = 3600;
  /** Retention of actions, impact changes and daily scores; 0 keeps them forever. */
  @IsInt() @Min(0) @Max(36_500) HISTORY_RETENTION_DAYS = 730;
  /** Whole months of the audit log to keep; 0 keeps it forever. */
  @IsInt() @Min(0) @Max(1_200) AUDIT_RETENTION_MONTHS = 0;
  /** Number of trusted proxy hops. The caller's address is taken from their headers. */
  @IsInt() @Min(0) @Max(10) TRUST_PROXY = 0;
  @IsInt() @Min(1) @Max(64) WORKERS = 1;
  /** Threads per process that parse imported files, so that the event loop stays free. */
  @IsInt() @Min(1) @Max(16) THREADS = 1;
  /** Longer exports fail: a long snapshot keeps PostgreSQL from cleaning up. */
  @IsInt() @Min(1) @Max(900) EXPORT_TIMEOUT_SECONDS = 900;
  /** How long a stopping process keeps serving after it reports itself as not ready. */
  @IsInt() @Min(0) @Max(300) SHUTDOWN_DELAY_SECONDS = 0;
  /** Non-public networks that webhooks may reach, also without TLS. */
  @Matches(NETWORK, { each: true, message: 'WEBHOOK_ALLOWED_NETWORKS must be networks such as 10.1.0.0/16, separated by commas' })
  WEBHOOK_ALLOWED_NETWORKS: string[] = [];
  /** Whether the service checks monitored vendors by itself. */
  @IsBoolean() MONITORING = false;
  @IsInt() @Min(1) @Max(720) MONITORING_INTERVAL_HOURS = 24;
  /** Recursive resolvers; unset, those of the machine. */
  @Matches(DNS_SERVER, {
    each: true,
    message: 'MONITORING_DNS_SERVERS must be addresses such as 192.0.2.53, 127.0.0.1:5353 or [2001:db8::53]:53, separated by commas',
  })
  MONITORING_DNS_SERVERS: string[] = [];
  /** Non-public networks that monitoring may contact. */
  @Matches(NETWORK, { each: true, message: 'MONITORING_ALLOWED_NETWORKS must be networks such as 10.0.0.0/8, separated by commas' })
  MONITORING_ALLOWED_NETWORKS: string[] = [];
  /** Whether to check mail servers for STARTTLS, which needs port 25. */
  @IsBoolean() MONITORING_SMTP = false;
  /** Identifies the scanner; unset, it names a page of PUBLIC_BASE_URL. */
  @IsOptional()
  @Matches(/^[\x20-\x7e]{1,200}$/, { message: 'MONITORING_USER_AGENT must be at most 200 visible ASCII characters' })
  MONITORING_USER_AGENT?: string;
  /** Concurrent monitoring runs per process. */
  @IsInt() @Min(1) @Max(64) MONITORING_CONCURRENCY = 8;
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL = 'info';
  @IsBoolean() DEMO_DATA = true;
  /** Contact address in the OpenAPI document. */
  @IsOptional() @IsEmail({}, { message: 'SUPPORT_EMAIL must be an e-mail address' }) SUPPORT_EMAIL?: string;

  /** The public base URL: issuer and audience of the tokens. No trailing slash. */
  get baseUrl(): string {
    return (this.PUBLIC_BASE_URL ?? `http://localhost:${this.PORT}`).replace(/\/+$/, '');
  }

  get embedded(): boolean {
    return this.DATABASE_URL === undefined;
  }

  /** Whether only this machine can call the service. */
  get isLocal(): boolean {
    return this.HOST === LOOPBACK;
  }
}

type Kind = 'text' | 'number' | 'list' | 'switch';

/** All settings, with the kind of their values. */
const KINDS: Readonly<Record<string, Kind>> = {
  PORT: 'number',
  HOST: 'text',
  DATA_DIR: 'text',
  DATABASE_URL: 'text',
  DATABASE_MIGRATION_URL: 'text',
  DATABASE_REPLICA_URLS: 'list',
  DATABASE_POOL_SIZE: 'number',
  DATABASE_PREPARED_STATEMENTS: 'switch',
  REDIS_URL: 'text',
  ENCRYPTION_KEY: 'text',
  ENCRYPTION_KEY_FILE: 'text',
  ENCRYPTION_KEY_PREVIOUS: 'list',
  PUBLIC_BASE_URL: 'text',
  RATE_LIMIT_PER_MINUTE: 'number',
  CALLS_IN_FLIGHT: 'number',
  TOKEN_REQUESTS_PER_MINUTE: 'number',
  TOKEN_TTL_SECONDS: 'number',
  HISTORY_RETENTION_DAYS: 'number',
  AUDIT_RETENTION_MONTHS: 'number',
  TRUST_PROXY: 'number',
  MAX_CONNECTIONS_PER_ADDRESS: 'number',
  WORKERS: 'number',
  THREADS: 'number',
  EXPORT_TIMEOUT_SECONDS: 'number',
  SHUTDOWN_DELAY_SECONDS: 'number',
  METRICS_TOKEN: 'text',
  MONITORING: 'switch',
  MONITORING_INTERVAL_HOURS: 'number',
  MONITORING_DNS_SERVERS: 'list',
  MONITORING_ALLOWED_NETWORKS: 'list',
  MONITORING_SMTP: 'switch',
  MONITORING_USER_AGENT: 'text',
  MONITORING_CONCURRENCY: 'number',
  LOG_LEVEL: 'text',
  DEMO_DATA: 'switch',
  SUPPORT_EMAIL: 'text',
  WEBHOOK_ALLOWED_NETWORKS: 'list',
};
export const SETTINGS = Object.keys(KINDS);

function parse(kind: Kind, text: string): unknown {
  if (kind === 'number') return /^\d+$/.test(text) ? Number(text) : text;
  if (kind === 'switch') return ON_OFF[text.toLowerCase()] ?? text;
  if (kind === 'list') return text.split(',').map((item) => item.trim());
  return text;
}

/** Reads the settings; the error lists every invalid one, in one line. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const env = new Env();
  if (source['DATABASE_URL']?.trim()) env.HOST = EVERYWHERE;
  for (const [name, kind] of Object.entries(KINDS)) {
    const text = source[name]?.trim();
    if (text) Object.assign(env, { [name]: parse(kind, text) });
  }
  const faults = validateSync(env).map((fault) => Object.values(fault.constraints ?? {}).at(-1));
  if (env.DATABASE_REPLICA_URLS.length > 0 && env.REDIS_URL === undefined)
    faults.push('DATABASE_REPLICA_URLS needs REDIS_URL, where processes share which organizations wrote recently');
  if (env.ENCRYPTION_KEY !== undefined && env.ENCRYPTION_KEY_FILE !== undefined)
    faults.push('set ENCRYPTION_KEY or ENCRYPTION_KEY_FILE, not both');
  const keyFile = env.ENCRYPTION_KEY_FILE === undefined ? undefined : readKeyFile(env.ENCRYPTION_KEY_FILE);
  if (keyFile !== undefined && 'fault' in keyFile) faults.push(keyFile.fault);
  if (faults.length > 0) throw new ConfigurationError(`Invalid configuration: ${faults.join('; ')}.`);
  return env;
}

/** Ends the start with only its message, without a stack trace. */
export class ConfigurationError extends Error {}
