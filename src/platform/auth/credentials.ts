import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet } from 'jose';
import { Database, PLATFORM } from '#platform/database/database';
import { PlatformState } from '#platform/database/platform-state';
import { Networks } from '#platform/domains/network';
import type { CallerOrganization } from '#platform/identity/caller';
import type { Scope } from '#platform/identity/scope';
import { PlatformSecrets } from './platform-secrets';

export interface Credential {
  clientId: string;
  name: string;
  scopes: readonly Scope[];
  version: number;
  /** Until then, tokens of the previous version are valid too. */
  previousUntil: number | undefined;
  expiresAt: number | undefined;
  /** Networks that calls may come from: every list must contain the address. Undefined means anywhere. */
  networks: readonly Networks[] | undefined;
  organization: CallerOrganization;
}

/** An authenticated client. */
export interface Authenticated {
  credential: Credential;
  /** The version of the secret or key that was used: during a rotation's overlap, the previous one is valid too. */
  version: number;
}

/** What a client authenticates with: the current secret or keys and, during an overlap, the previous ones. */
interface Proofs {
  version: number;
  hash: Buffer | null;
  previousHash: Buffer | null;
  jwks: JSONWebKeySet | null;
  previousJwks: JSONWebKeySet | null;
}

const MAX_KEPT = 10_000;
const NOBODYS_HASH = randomBytes(32);
const CLIENT_ID = /^[\x21-\x7e]{1,128}$/;

const FIND = `
  SELECT c.client_id AS "clientId", c.name, c.scopes, c.version, c.previous_until AS "previousUntil", c.expires_at AS "expiresAt",
         c.allowed_networks AS "ownNetworks", o.allowed_networks AS "networks",
         o.id, o.name AS "organizationName", o.domain, o.vrm_enabled AS "vrmEnabled", o.vrm_until AS "vrmUntil",
         o.rate_limit_per_minute AS "rateLimit",
         ARRAY(SELECT d.domain FROM organization_domain d WHERE d.organization_id = o.id ORDER BY d.domain) AS domains
    FROM oauth_client c JOIN organization o ON o.id = c.organization_id
   WHERE c.client_id = $1 AND c.revoked_at IS NULL AND o.suspended_at IS NULL`;

/** Always returns one row, so that an unknown client takes the same path as a wrong secret. */
const FIND_PROOFS = `
  SELECT c.version, c.secret_hash AS hash, c.jwks,
         CASE WHEN c.previous_until > now() THEN c.previous_secret_hash END AS "previousHash",
         CASE WHEN c.previous_until > now() THEN c.previous_jwks END AS "previousJwks"
    FROM (SELECT 1) one LEFT JOIN oauth_client c ON c.client_id = $1`;

const OPTIONS = { prepared: true, plannedOnce: true };

interface Row {
  clientId: string;
  name: string;
  scopes: Scope[];
  version: number;
  previousUntil: Date | null;
  expiresAt: Date | null;
  ownNetworks: string[] | null;
  networks: string[] | null;
  id: string;
  organizationName: string;
  domain: string;
  vrmEnabled: boolean;
  vrmUntil: Date | null;
  rateLimit: number | null;
  domains: string[];
}

/** Live credentials with their organization; a revoked one, or one of a suspended organization, is not found. */
@Injectable()
export class Credentials {
  private readonly kept = new Map<string, Promise<Credential | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly secrets: PlatformSecrets,
    state: PlatformState,
  ) {
    state.onChange(() => {
      this.kept.clear();
    });
  }

  /** Reads again when a token carries a newer version than the cached one: another process has just rotated the secret. */
  async find(clientId: string, version: number): Promise<Credential | undefined> {
    const reading = this.kept.get(clientId);
    if (!reading) return this.keep(clientId);
    const kept = await reading;
    return kept && kept.version < version ? this.keep(clientId) : kept;
  }

  /**
   * The credential for a client id and secret. An unknown id takes as long as a wrong secret: both run the same statement,
   * which returns one row, and the rest of the credential is read only after the secret has matched.
   */
  async authenticate(clientId: string, secret: string): Promise<Authenticated | undefined> {
    const [proofs, hash] = await Promise.all([this.readProofs(clientId), this.hash(secret)]);
    const isCurrent = timingSafeEqual(hash, proofs?.hash ?? NOBODYS_HASH);
    const isPrevious = timingSafeEqual(hash, proofs?.previousHash ?? NOBODYS_HASH);
    return proofs && (isCurrent || isPrevious) ? this.proven(clientId, isCurrent ? proofs.version : proofs.version - 1) : undefined;
  }

  /** The credential whose current key set verifies the assertion; during an overlap, the previous key set is tried too. */
  async authenticateByKey(clientId: string, verifies: (keys: JSONWebKeySet) => Promise<boolean>): Promise<Authenticated | undefined> {
    const proofs = await this.readProofs(clientId);
    if (proofs?.jwks && (await verifies(proofs.jwks))) return this.proven(clientId, proofs.version);
    if (proofs?.previousJwks && (await verifies(proofs.previousJwks))) return this.proven(clientId, proofs.version - 1);
    return undefined;
  }

  async hash(secret: string): Promise<Buffer> {
    return createHmac('sha256', await this.secrets.get('client-secret-pepper'))
      .update(secret)
      .digest();
  }

  /** It may have been rotated since the proof was read. */
  private async proven(clientId: string, version: number): Promise<Authenticated | undefined> {
    const credential = await this.read(clientId);
    if (!credential || (credential.expiresAt !== undefined && credential.expiresAt <= Date.now())) return undefined;
    return isLive(credential, version) ? { credential, version } : undefined;
  }

  private keep(clientId: string): Promise<Credential | undefined> {
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    const found = this.read(clientId);
    this.kept.set(clientId, found);
    found.catch(() => this.kept.delete(clientId));
    return found;
  }

  private async readProofs(clientId: string): Promise<Proofs | undefined> {
    if (!CLIENT_ID.test(clientId)) return undefined;
    const [row] = await this.database.reserved.read<Proofs>(PLATFORM, FIND_PROOFS, [clientId], OPTIONS);
    return row;
  }

  private async read(clientId: string): Promise<Credential | undefined> {
    const [row] = await this.database.reserved.read<Row>(PLATFORM, FIND, [clientId], OPTIONS);
    if (!row) return undefined;
    const lists = [row.networks, row.ownNetworks].filter((list) => list !== null);
    return {
      clientId: row.clientId,
      name: row.name,
      scopes: row.scopes,
      version: row.version,
      previousUntil: row.previousUntil?.getTime(),
      expiresAt: row.expiresAt?.getTime(),
      networks: lists.length === 0 ? undefined : lists.map((list) => new Networks(list)),
      organization: {
        id: row.id,
        name: row.organizationName,
        domain: row.domain,
        domains: row.domains,
        vrmEnabled: row.vrmEnabled,
        vrmUntil: row.vrmUntil?.getTime(),
        rateLimitPerMinute: row.rateLimit ?? undefined,
      },
    };
  }
}

/** Whether tokens of a version are valid: the current one, or during an overlap the previous one. */
export function isLive({ version, previousUntil }: Credential, ofToken: number, now = Date.now()): boolean {
  return ofToken === version || (ofToken === version - 1 && previousUntil !== undefined && now < previousUntil);
}

/** The latest expiry of a token of a version, whatever the token itself says. */
export function endOf({ version, previousUntil, expiresAt }: Credential, ofToken: number): number {
  return Math.min(expiresAt ?? Infinity, ofToken === version ? Infinity : (previousUntil ?? 0));
}
