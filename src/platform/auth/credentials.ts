import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import type { CallerOrganization } from '#platform/identity/caller';
import { PlatformSecrets } from './platform-secrets';
import { PlatformState } from '#platform/database/platform-state';
import type { Scope } from '#platform/identity/scope';

export interface Credential {
  clientId: string;
  name: string;
  scopes: readonly Scope[];
  version: number;
  secretHash: Buffer;
  organization: CallerOrganization;
}

const MAX_KEPT = 10_000;
const NOBODYS_HASH = randomBytes(32);
const CLIENT_ID = /^[\x21-\x7e]{1,128}$/;

const FIND = `
  SELECT c.client_id AS "clientId", c.name, c.scopes, c.version, c.secret_hash AS "secretHash",
         o.id, o.name AS "organizationName", o.domain, o.vrm_enabled AS "vrmEnabled", o.vrm_until AS "vrmUntil",
         o.rate_limit_per_minute AS "rateLimit",
         ARRAY(SELECT d.domain FROM organization_domain d WHERE d.organization_id = o.id ORDER BY d.domain) AS domains
    FROM oauth_client c JOIN organization o ON o.id = c.organization_id
   WHERE c.client_id = $1 AND c.revoked_at IS NULL AND o.suspended_at IS NULL`;

/** Always returns one row, so that an unknown client takes the same path as a wrong secret. */
const FIND_SECRET_HASH = `SELECT (SELECT c.secret_hash FROM oauth_client c WHERE c.client_id = $1) AS "secretHash"`;

interface Row {
  clientId: string;
  name: string;
  scopes: Scope[];
  version: number;
  secretHash: Buffer;
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
  async authenticate(clientId: string, secret: string): Promise<Credential | undefined> {
    const [expected, hash] = await Promise.all([this.readSecretHash(clientId), this.hash(secret)]);
    if (!timingSafeEqual(hash, expected ?? NOBODYS_HASH)) return undefined;
    const credential = await this.read(clientId);
    return credential?.secretHash.equals(hash) ? credential : undefined; // it may have been rotated in between
  }

  async hash(secret: string): Promise<Buffer> {
    return createHmac('sha256', await this.secrets.get('client-secret-pepper'))
      .update(secret)
      .digest();
  }

  private keep(clientId: string): Promise<Credential | undefined> {
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    const found = this.read(clientId);
    this.kept.set(clientId, found);
    found.catch(() => this.kept.delete(clientId));
    return found;
  }

  private async readSecretHash(clientId: string): Promise<Buffer | undefined> {
    if (!CLIENT_ID.test(clientId)) return undefined;
    const options = { prepared: true, plannedOnce: true };
    const [row] = await this.database.facts.read<{ secretHash: Buffer | null }>(PLATFORM, FIND_SECRET_HASH, [clientId], options);
    return row?.secretHash ?? undefined;
  }

  private async read(clientId: string): Promise<Credential | undefined> {
    const [row] = await this.database.facts.read<Row>(PLATFORM, FIND, [clientId], { prepared: true, plannedOnce: true });
    if (!row) return undefined;
    return {
      clientId: row.clientId,
      name: row.name,
      scopes: row.scopes,
      version: row.version,
      secretHash: row.secretHash,
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
