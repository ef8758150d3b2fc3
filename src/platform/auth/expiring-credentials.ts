import { Injectable } from '@nestjs/common';
import { Database, PLATFORM, type Statements } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { Logger } from '#platform/logging/logger';

const QUEUE = 'expiring-credentials';
const MINUTE = 37;

/** How long before its expiry a credential is announced. */
const AHEAD = '30 days';

export interface ExpiringCredential {
  organizationId: string;
  clientId: string;
  name: string;
  expiresAt: Date;
}

/** Runs in the transaction that marks the credentials as announced, so that both are committed together. */
type Listener = (tx: Statements, credentials: readonly ExpiringCredential[]) => Promise<void>;

/** Each expiry is announced once. A rotation that moves the expiry allows a new announcement. */
const ANNOUNCE = `
  WITH expiring AS (
    SELECT c.organization_id AS "organizationId", c.client_id AS "clientId", c.name, c.expires_at AS "expiresAt"
      FROM oauth_client c JOIN organization o ON o.id = c.organization_id
     WHERE c.revoked_at IS NULL AND o.suspended_at IS NULL AND c.expires_at > now() AND c.expires_at <= now() + interval '${AHEAD}'
  ), announced AS (
    INSERT INTO credential_use (client_id, expiry_announced)
    SELECT "clientId", "expiresAt" FROM expiring ORDER BY "clientId"
    ON CONFLICT (client_id) DO UPDATE SET expiry_announced = excluded.expiry_announced
     WHERE credential_use.expiry_announced IS DISTINCT FROM excluded.expiry_announced
    RETURNING client_id
  )
  SELECT e.* FROM expiring e JOIN announced a ON a.client_id = e."clientId" ORDER BY e."expiresAt"`;

/** Announces credentials 30 days before they expire, in the log and as the event credential.expiring. */
@Injectable()
export class ExpiringCredentials {
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    jobs: Jobs,
  ) {
    jobs.hourly(QUEUE, { minute: MINUTE, run: () => this.run() });
  }

  onExpiring(listener: Listener): void {
    this.listeners.push(listener);
  }

  async run(): Promise<ExpiringCredential[]> {
    const announced = await this.database.transaction(PLATFORM, async (tx) => {
      const credentials = await tx.query<ExpiringCredential[]>(ANNOUNCE);
      for (const listener of this.listeners) await listener(tx, credentials);
      return credentials;
    });
    for (const { organizationId, clientId, name, expiresAt } of announced)
      this.logger.warn({ organizationId, clientId, name, expiresAt: expiresAt.toISOString() }, 'a credential expires soon: rotate it');
    return announced;
  }
}
