import { readFileSync } from 'node:fs';
import { isEmail, isURL } from 'class-validator';
import { List, OneOf, OnOff, Secret, settings, Text, Whole } from './settings';

const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/;
const REDIS_URL = /^rediss?:\/\/\S+$/;
/** 32 bytes in hex, base64 or base64url. */
const KEY = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/;
const NO_KEY = 'none';
const DNS_SERVER = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[[0-9a-f:]+\](?::\d{1,5})?|[0-9a-f:]+:[0-9a-f:]+)$/i;
const NETWORK = /^[0-9a-f.:]{2,45}(?:\/\d{1,3})?$/i;
const LOOPBACK = '127.0.0.1';
const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;
const EVERYWHERE = '0.0.0.0';

/** Every setting of the service. Only this folder reads the environment. */
export class Env {
  @Whole(0, 65_535) PORT = 3000;
  /** Loopback while DATABASE_URL is unset: the demo must not be open to the network. */
  @Text() HOST = LOOPBACK;
  @Text() DATA_DIR = '.data';
  /** The folder of an installed PostgreSQL's programs, which the embedded database uses then. */
  @Text() POSTGRES_BIN?: string;
  /** Whether others than this machine may call a service with an embedded database. */
  @OnOff() EMBEDDED_ON_NETWORK = false;
  @Secret('a postgres:// address', isPostgresUrl) DATABASE_URL?: string;
  /** For migrations, when DATABASE_URL points at a pooler. */
  @Secret('a postgres:// address', isPostgresUrl) DATABASE_MIGRATION_URL?: string;
  @List('postgres:// addresses', POSTGRES_URL, { isSecret: true })
  DATABASE_REPLICA_URLS: string[] = [];
  @Whole(1, 200) DATABASE_POOL_SIZE = 8;
  /** Switch off behind a pooler that does not support prepared statements (PgBouncer before 1.21, or with max_prepared_statements = 0). */
  @OnOff() DATABASE_PREPARED_STATEMENTS = true;
  @Secret('a redis:// address', (text) => REDIS_URL.test(text)) REDIS_URL?: string;
  /**
   * Encrypts signing keys and secrets in the database; with several lines, the first is the current key. Unset, an embedded database
   * generates one; `none` stores them in clear.
   */
  @Secret('keys of 32 bytes in base64 or hex, one per line, or none', areKeys) ENCRYPTION_KEY?: string;
  /** Previous keys, used only for decryption. Not needed after `keys rewrap`. */
  @List('keys of 32 bytes in base64 or hex', KEY, { isSecret: true }) ENCRYPTION_KEY_PREVIOUS: string[] = [];
  @Text('an http:// or https:// address', isWebAddress) PUBLIC_BASE_URL?: string;
  @Whole(1, 1_000_000) RATE_LIMIT_PER_MINUTE = 600;
  /** Maximum number of concurrent calls of one organization. */
  @Whole(1, 100_000) CALLS_IN_FLIGHT = 16;
  /** Per address. */
  @Whole(1, 1_000_000) TOKEN_REQUESTS_PER_MINUTE = 300;
  /** Not applied behind a proxy, because all connections then come from the proxy's address. */
  @Whole(1, 1_000_000) MAX_CONNECTIONS_PER_ADDRESS = 256;
  /** Unset: only this machine may read the metrics. */
  @Secret('at least 16 visible ASCII characters', (text) => /^[\x21-\x7e]{16,}$/.test(text)) METRICS_TOKEN?: string;
  @Whole(30, 86_400) TOKEN_TTL_SECONDS = 3600;
  /** Retention of actions, impact changes and daily scores; 0 keeps them forever. */
  @Whole(0, 36_500) HISTORY_RETENTION_DAYS = 730;
  /** Whole months of the audit log to keep; 0 keeps it forever. */
  @Whole(0, 1_200) AUDIT_RETENTION_MONTHS = 0;
  /** Number of trusted proxy hops. The caller's address is taken from their headers. */
  @Whole(0, 10) TRUST_PROXY = 0;
  @Whole(1, 64) WORKERS = 1;
  /** Threads per process that parse imported files, so that the event loop stays free. */
  @Whole(1, 16) THREADS = 1;
  /** Longer exports fail: a long snapshot keeps PostgreSQL from cleaning up. */
  @Whole(1, 900) EXPORT_TIMEOUT_SECONDS = 900;
  /** How long a stopping process keeps serving after it reports itself as not ready. */
  @Whole(0, 300) SHUTDOWN_DELAY_SECONDS = 0;
  /** Non-public networks that webhooks may reach, also without TLS. */
  @List('networks such as 10.1.0.0/16', NETWORK)
  WEBHOOK_ALLOWED_NETWORKS: string[] = [];
  /** Whether the service checks monitored vendors by itself. */
  @OnOff() MONITORING = false;
  @Whole(1, 720) MONITORING_INTERVAL_HOURS = 24;
  /** Recursive resolvers; unset, those of the machine. */
  @List('addresses such as 192.0.2.53, 127.0.0.1:5353 or [2001:db8::53]:53', DNS_SERVER)
  MONITORING_DNS_SERVERS: string[] = [];
  /** Non-public networks that monitoring may contact. */
  @List('networks such as 10.0.0.0/8', NETWORK)
  MONITORING_ALLOWED_NETWORKS: string[] = [];
  /** Whether to check mail servers for STARTTLS, which needs port 25. */
  @OnOff() MONITORING_SMTP = false;
  /** Identifies the scanner; unset, it names a page of PUBLIC_BASE_URL. */
  @Text('at most 200 visible ASCII characters', (text) => /^[\x20-\x7e]{1,200}$/.test(text)) MONITORING_USER_AGENT?: string;
  /** Concurrent monitoring runs per process. */
  @Whole(1, 64) MONITORING_CONCURRENCY = 8;
  @OneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent') LOG_LEVEL = 'info';
  @OnOff() DEMO_DATA = true;
  /** Contact address in the OpenAPI document. */
  @Text('an e-mail address', (text) => isEmail(text)) SUPPORT_EMAIL?: string;

  /** The public base URL: issuer and audience of the tokens. No trailing slash. */
  get baseUrl(): string {
    return (this.PUBLIC_BASE_URL ?? `http://localhost:${this.PORT}`).replace(/\/+$/, '');
  }

  get embedded(): boolean {
    return this.DATABASE_URL === undefined;
  }

  /** The current key and previous ones; none when secrets are stored in clear. */
  get encryptionKeys(): string[] {
    return linesOf(this.ENCRYPTION_KEY ?? NO_KEY).filter((key) => key !== NO_KEY);
  }

  /** Whether only this machine can call the service. */
  get isLocal(): boolean {
    return LOOPBACK_HOST.test(this.HOST);
  }
}

function isPostgresUrl(text: string): boolean {
  return POSTGRES_URL.test(text);
}

function isWebAddress(text: string): boolean {
  return isURL(text, { require_tld: false, protocols: ['http', 'https'], require_protocol: true });
}

function areKeys(text: string): boolean {
  return text === NO_KEY || linesOf(text).every((key) => KEY.test(key));
}

function linesOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** All variables that the service reads. */
export const VARIABLES = [...settings].flatMap(([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : [name]));

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the settings; the error lists every invalid one, in one line. */
export function readEnv(source: Variables): Env {
  const env = new Env();
  const faults: string[] = [];
  for (const [name, { must, read, isSecret = false }] of settings) {
    try {
      const text = isSecret ? secret(source, name) : source[name]?.trim();
      if (!text) continue;
      const value = read(text);
      if (value === undefined) faults.push(`${source[name]?.trim() ? name : `${name}_FILE`} must be ${must}`);
      else Object.assign(env, { [name]: value });
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  if (!env.embedded && !source['HOST']?.trim()) env.HOST = EVERYWHERE;
  if (env.embedded && !env.isLocal && !env.EMBEDDED_ON_NETWORK)
    faults.push(
      `HOST ${env.HOST} would open the demo's embedded database to the network: set DATABASE_URL, or EMBEDDED_ON_NETWORK=on to do it anyway`,
    );
  if (env.DATABASE_REPLICA_URLS.length > 0 && env.REDIS_URL === undefined)
    faults.push('DATABASE_REPLICA_URLS needs REDIS_URL, where processes share which organizations wrote recently');
  if (faults.length > 0) throw new ConfigurationError(`Invalid configuration: ${faults.join('; ')}.`);
  return env;
}

/** A secret, which may be in a file, as containers mount it. */
function secret(source: Variables, name: string): string | undefined {
  const given = source[name]?.trim();
  const file = source[`${name}_FILE`]?.trim();
  if (!file) return given;
  if (given) throw new Error(`set ${name} or ${name}_FILE, not both`);
  return readSecret(`${name}_FILE`, file);
}

/** The content of a file with a secret. */
export function readSecret(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigurationError(`${variable} ${file} cannot be read: ${(error as Error).message}`);
  }
  if (text === '') throw new ConfigurationError(`${variable} ${file} is empty`);
  return text;
}

/** Ends the start with only its message, without a stack trace. */
export class ConfigurationError extends Error {}
