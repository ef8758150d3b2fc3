import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet } from 'jose';
import { auditCallOf, byOperator, type AuditCall } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM, type Statements } from '#platform/database/database';
import { lockDirectory } from '#platform/database/locks';
import { PlatformState } from '#platform/database/platform-state';
import { FailedPrecondition, InvalidArgument, NotFound } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import type { Scope } from '#platform/identity/scope';
import { newClientSecret } from './client-secret';
import { Credentials } from './credentials';
import { OauthClientEntity } from './oauth-client.entity';
import { Organizations } from './organizations';
import { readScopes } from './read-scopes';

/** How a client authenticates. */
export type Authentication = 'client_secret' | 'private_key_jwt';

export interface CredentialInfo {
  clientId: string;
  name: string;
  scopes: Scope[];
  organization: string;
  authentication: Authentication;
  createdAt: string;
  expiresAt?: string;
  allowedNetworks?: string[];
  lastUsedAt?: string;
  lastUsedAddress?: string;
  rotatedAt?: string;
  /** Until then, the secret or keys from before the last rotation also work. */
  previousValidUntil?: string;
  revokedAt?: string;
}

/** A credential that was just created or rotated. The secret is shown only once; a credential with keys has none. */
export interface IssuedCredential {
  clientId: string;
  clientSecret?: string;
  name: string;
  scopes: Scope[];
  organization: string;
  expiresAt?: string;
  allowedNetworks?: string[];
  previousValidUntil?: string;
}

export type NewSecret = IssuedCredential & { clientSecret: string };

export interface CredentialSpec {
  /** Random when unset. */
  clientId?: string;
  name: string;
  scopes: Scope[];
  expiresAt?: Date | undefined;
  allowedNetworks?: string[] | undefined;
  /** Used instead of a secret. */
  jwks?: JSONWebKeySet | undefined;
}

export interface Rotation {
  /** How long the current secret or keys, and their tokens, stay valid. */
  overlapSeconds?: number | undefined;
  expiresAt?: Date | undefined;
  /** The new keys, for a credential that has keys. */
  jwks?: JSONWebKeySet | undefined;
}

export interface CredentialRow {
  clientId: string;
  name: string;
  scopes: Scope[];
  organization: string;
  organizationId: string;
  hasKeys: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  allowedNetworks: string[] | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  rotatedAt: Date | null;
  previousUntil: Date | null;
  revokedAt: Date | null;
}

export const CREDENTIAL_COLUMNS = `
  c.client_id AS "clientId", c.name, c.scopes, o.domain AS organization, o.id AS "organizationId", c.jwks IS NOT NULL AS "hasKeys",
  c.created_at AS "createdAt", c.expires_at AS "expiresAt", c.allowed_networks AS "allowedNetworks",
  u.last_used_at AS "lastUsedAt", u.last_used_address AS "lastUsedAddress", c.rotated_at AS "rotatedAt",
  CASE WHEN c.previous_until > now() THEN c.previous_until END AS "previousUntil", c.revoked_at AS "revokedAt"`;
export const CREDENTIAL_TABLES = `
  oauth_client c JOIN organization o ON o.id = c.organization_id LEFT JOIN credential_use u ON u.client_id = c.client_id`;
const SELECT_CREDENTIALS = `SELECT ${CREDENTIAL_COLUMNS} FROM ${CREDENTIAL_TABLES}`;

const MAX_LIVE = 1000;
const COUNT_LIVE = `SELECT count(*)::int AS count FROM oauth_client WHERE organization_id = $1 AND revoked_at IS NULL`;

/** $2 and $3 replace secret and keys, $4 is the overlap in seconds, $5 a new expiry. */
const ROTATE = `
  UPDATE oauth_client
     SET version = version + 1, rotated_at = now(), secret_hash = $2, jwks = $3,
         previous_secret_hash = CASE WHEN $4::int > 0 THEN secret_hash END,
         previous_jwks = CASE WHEN $4::int > 0 THEN jwks END,
         previous_until = CASE WHEN $4::int > 0 THEN now() + make_interval(secs => $4::int) END,
         expires_at = coalesce($5, expires_at)
   WHERE client_id = $1 AND revoked_at IS NULL
  RETURNING 1`;

const REVOKE = `UPDATE oauth_client SET revoked_at = now() WHERE client_id = $1 AND revoked_at IS NULL RETURNING 1`;

/** Creates, rotates and revokes credentials, for the operator or for their organization. */
@Injectable()
export class CredentialAdmin {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly organizations: Organizations,
    private readonly state: PlatformState,
  ) {}

  /** Creates one with a secret. Scopes are separated by commas, or `all`. */
  async create(
    organization: string,
    name: string,
    scopes: string,
    options: Omit<CredentialSpec, 'name' | 'scopes' | 'jwks'> = {},
  ): Promise<NewSecret> {
    const owner = await this.organizations.get(organization);
    return (await this.issue(owner, { ...options, name, scopes: readScopes(scopes) })) as NewSecret;
  }

  /** Called by the operator, or by a caller of the organization. */
  async issue(owner: { id: string }, spec: CredentialSpec, caller?: Caller): Promise<IssuedCredential> {
    const name = spec.name.trim();
    if (name === '' || name.length > 255) throw new InvalidArgument('The name must have 1 to 255 characters.');
    checkExpiry(spec.expiresAt);
    const clientId = spec.clientId ?? `vrc_${randomBytes(12).toString('hex')}`;
    const secret = await this.newSecret(spec.jwks);
    await this.database.transaction(PLATFORM, async (tx) => {
      if (caller) await makeRoom(tx, owner.id);
      await tx.insert(OauthClientEntity, {
        clientId,
        organizationId: owner.id,
        name,
        secretHash: secret.hash,
        scopes: spec.scopes,
        ...(spec.jwks && { jwks: spec.jwks as never }),
        ...(spec.expiresAt && { expiresAt: spec.expiresAt }),
        ...(spec.allowedNetworks && { allowedNetworks: spec.allowedNetworks }),
      });
      const { scopes, expiresAt, allowedNetworks } = spec;
      await recordAudit(tx, caller ? auditCallOf(caller) : byOperator('credential create', owner.id), {
        targets: [{ type: 'credential', id: clientId, displayName: name }],
        changes: changesBetween(undefined, { name, scopes, expiresAt, allowedNetworks }),
      });
    });
    return issued(await this.get(clientId), secret.text);
  }

  /** Of all organizations, or of one. Oldest first. */
  async list(organizationId?: string): Promise<CredentialInfo[]> {
    const [where, params] = organizationId === undefined ? ['', []] : [' WHERE c.organization_id = $1', [organizationId]];
    return (
      await this.database.read<CredentialRow>(PLATFORM, `${SELECT_CREDENTIALS}${where} ORDER BY c.created_at, c.client_id`, params)
    ).map(toCredentialInfo);
  }

  async get(clientId: string, organizationId?: string): Promise<CredentialInfo> {
    return toCredentialInfo(await this.row(clientId, organizationId));
  }

  /** Replaces the secret or the keys. The old ones and every token issued with them stop working, after the overlap if there is one. */
  async rotate(clientId: string, { overlapSeconds = 0, expiresAt, jwks }: Rotation = {}, caller?: Caller): Promise<IssuedCredential> {
    const before = await this.row(clientId, caller?.organizationId);
    const { hasKeys } = before;
    checkExpiry(expiresAt);
    if (hasKeys !== (jwks !== undefined)) {
      throw new FailedPrecondition(
        hasKeys
          ? `The credential ${clientId} uses keys: send the new ones.`
          : `The credential ${clientId} uses a secret: do not send keys.`,
        'CREDENTIAL_AUTHENTICATION_DIFFERS',
      );
    }
    const secret = await this.newSecret(jwks);
    const call = caller ? auditCallOf(caller) : byOperator('credential rotate', before.organizationId);
    await this.change(call, before, ROTATE, [clientId, secret.hash, jwks ?? null, overlapSeconds, expiresAt ?? null]);
    return issued(await this.get(clientId), secret.text);
  }

  async revoke(clientId: string, caller?: Caller): Promise<CredentialInfo> {
    const before = await this.row(clientId, caller?.organizationId);
    await this.change(caller ? auditCallOf(caller) : byOperator('credential revoke', before.organizationId), before, REVOKE, [clientId]);
    return this.get(clientId);
  }

  private async newSecret(jwks: JSONWebKeySet | undefined): Promise<{ text?: string; hash: Buffer | null }> {
    if (jwks) return { hash: null };
    const text = newClientSecret();
    return { text, hash: await this.credentials.hash(text) };
  }

  private async row(clientId: string, organizationId?: string): Promise<CredentialRow> {
    const [row] = await this.database.read<CredentialRow>(PLATFORM, `${SELECT_CREDENTIALS} WHERE c.client_id = $1`, [clientId]);
    // A credential of another organization is reported like one that does not exist.
    if (!row || (organizationId !== undefined && row.organizationId !== organizationId)) throw new NotFound('credential', clientId);
    return row;
  }

  private async change(call: AuditCall, { clientId, name }: CredentialRow, sql: string, params: unknown[]): Promise<void> {
    const isChanged = await this.database.transaction(PLATFORM, async (tx) => {
      const [changed] = await tx.query<[unknown[], number]>(sql, params);
      if (changed.length === 0) return false;
      const targets = [{ type: 'credential', id: clientId, displayName: name }];
      await recordAudit(tx, call, { targets });
      return true;
    });
    if (!isChanged) {
      const { revokedAt } = await this.get(clientId);
      throw new FailedPrecondition(`The credential ${clientId} was revoked on ${revokedAt}, which cannot be undone.`, 'CREDENTIAL_REVOKED');
    }
    await this.state.refresh();
  }
}

/** An organization can create a limited number of its own. Calls at the same time count one after the other. */
async function makeRoom(tx: Statements, organizationId: string): Promise<void> {
  await lockDirectory(tx, organizationId);
  const [row] = (await tx.query(COUNT_LIVE, [organizationId])) as { count: number }[];
  if ((row?.count ?? 0) < MAX_LIVE) return;
  throw new FailedPrecondition(
    `An organization has at most ${MAX_LIVE} credentials: revoke those that are not used.`,
    'CREDENTIAL_LIMIT_REACHED',
  );
}

function checkExpiry(expiresAt: Date | undefined): void {
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new InvalidArgument('The expiry must be in the future.', 'EXPIRY_IN_THE_PAST', [
      { field: 'expiresAt', description: 'must be in the future' },
    ]);
}

function issued(info: CredentialInfo, clientSecret: string | undefined): IssuedCredential {
  const { clientId, name, scopes, organization, expiresAt, allowedNetworks, previousValidUntil } = info;
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    name,
    scopes,
    organization,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(allowedNetworks && { allowedNetworks }),
    ...(previousValidUntil !== undefined && { previousValidUntil }),
  };
}

export function toCredentialInfo(row: CredentialRow): CredentialInfo {
  return {
    clientId: row.clientId,
    name: row.name,
    scopes: row.scopes,
    organization: row.organization,
    authentication: row.hasKeys ? 'private_key_jwt' : 'client_secret',
    createdAt: row.createdAt.toISOString(),
    ...(row.expiresAt && { expiresAt: row.expiresAt.toISOString() }),
    ...(row.allowedNetworks && { allowedNetworks: row.allowedNetworks }),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
    ...(row.lastUsedAddress !== null && { lastUsedAddress: row.lastUsedAddress }),
    ...(row.rotatedAt && { rotatedAt: row.rotatedAt.toISOString() }),
    ...(row.previousUntil && { previousValidUntil: row.previousUntil.toISOString() }),
    ...(row.revokedAt && { revokedAt: row.revokedAt.toISOString() }),
  };
}
