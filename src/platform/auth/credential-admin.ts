import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, type QueryDeepPartialEntity } from 'typeorm';
import { Database, PLATFORM } from '#platform/database/database';
import { FailedPrecondition, InvalidArgument, NotFound } from '#platform/errors/api-error';
import { Credentials } from './credentials';
import { OauthClientEntity } from './oauth-client.entity';
import { Organizations } from './organizations';
import { PlatformState } from '#platform/database/platform-state';
import { ALL_SCOPES, isScope, type Scope } from '#platform/identity/scope';

export interface CredentialInfo {
  clientId: string;
  name: string;
  scopes: Scope[];
  organization: string;
  createdAt: string;
  rotatedAt?: string;
  revokedAt?: string;
}

/** A credential with its secret, which is shown only once. */
export interface NewSecret {
  clientId: string;
  clientSecret: string;
  name: string;
  scopes: Scope[];
  organization: string;
}

interface Row {
  clientId: string;
  name: string;
  scopes: Scope[];
  organization: string;
  createdAt: Date;
  rotatedAt: Date | null;
  revokedAt: Date | null;
}

const SELECT = `
  SELECT c.client_id AS "clientId", c.name, c.scopes, o.domain AS organization, c.created_at AS "createdAt",
         c.rotated_at AS "rotatedAt", c.revoked_at AS "revokedAt"
    FROM oauth_client c JOIN organization o ON o.id = c.organization_id`;

/** Creates, rotates and revokes credentials for the operator. */
@Injectable()
export class CredentialAdmin {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly organizations: Organizations,
    private readonly state: PlatformState,
  ) {}

  async create(organization: string, name: string, scopes: string): Promise<NewSecret> {
    const label = name.trim();
    if (label === '' || label.length > 255) throw new InvalidArgument('A name has 1 to 255 characters.');
    const granted = readScopes(scopes);
    const { id, domain } = await this.organizations.get(organization);
    const clientId = `vrc_${randomBytes(12).toString('hex')}`;
    const clientSecret = newSecret();
    const secretHash = await this.credentials.hash(clientSecret);
    await this.database.transaction(PLATFORM, (tx) =>
      tx.insert(OauthClientEntity, { clientId, organizationId: id, name: label, secretHash, scopes: granted }),
    );
    return { clientId, clientSecret, name: label, scopes: granted, organization: domain };
  }

  async list(): Promise<CredentialInfo[]> {
    return (await this.database.read<Row>(PLATFORM, `${SELECT} ORDER BY c.created_at, c.client_id`)).map(toInfo);
  }

  /** A new secret; the old one and every token issued with it stop working. */
  async rotate(clientId: string): Promise<NewSecret> {
    const clientSecret = newSecret();
    const secretHash = await this.credentials.hash(clientSecret);
    await this.change(clientId, { secretHash, version: () => 'version + 1', rotatedAt: () => 'now()' });
    const { name, scopes, organization } = await this.get(clientId);
    return { clientId, clientSecret, name, scopes, organization };
  }

  async revoke(clientId: string): Promise<CredentialInfo> {
    await this.change(clientId, { revokedAt: () => 'now()' });
    return this.get(clientId);
  }

  private async get(clientId: string): Promise<CredentialInfo> {
    const [row] = await this.database.read<Row>(PLATFORM, `${SELECT} WHERE c.client_id = $1`, [clientId]);
    if (!row) throw new NotFound('credential', clientId);
    return toInfo(row);
  }

  private async change(clientId: string, changes: QueryDeepPartialEntity<OauthClientEntity>): Promise<void> {
    const { affected } = await this.database.transaction(PLATFORM, (tx) =>
      tx.update(OauthClientEntity, { clientId, revokedAt: IsNull() }, changes),
    );
    if (affected === 0) {
      const { revokedAt } = await this.get(clientId);
      throw new FailedPrecondition(`The credential ${clientId} was revoked on ${revokedAt}, which cannot be undone.`, 'CREDENTIAL_REVOKED');
    }
    await this.state.refresh();
  }
}

function newSecret(): string {
  return `vrs_${randomBytes(32).toString('base64url')}`;
}

function readScopes(text: string): Scope[] {
  if (text.trim() === 'all') return ALL_SCOPES;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new InvalidArgument(`There is no scope ${unknown.join(', ')}; the scopes are ${ALL_SCOPES.join(', ')}.`, 'SCOPE_UNKNOWN');
  if (names.length === 0) throw new InvalidArgument('A credential needs at least one scope.', 'SCOPE_UNKNOWN');
  return ALL_SCOPES.filter((scope) => names.includes(scope));
}

function toInfo(row: Row): CredentialInfo {
  return {
    clientId: row.clientId,
    name: row.name,
    scopes: row.scopes,
    organization: row.organization,
    createdAt: row.createdAt.toISOString(),
    ...(row.rotatedAt && { rotatedAt: row.rotatedAt.toISOString() }),
    ...(row.revokedAt && { revokedAt: row.revokedAt.toISOString() }),
  };
}
