import { Injectable } from '@nestjs/common';
import type { AuditCall } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { PlatformState } from '#platform/database/platform-state';

const LIVE = `SELECT jti, expires_at AS "expiresAt", revision FROM revoked_token WHERE revision > $1 AND expires_at > now() ORDER BY revision`;
const REVOKE = `INSERT INTO revoked_token (jti, client_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT (jti) DO NOTHING RETURNING jti`;

interface Row {
  jti: string;
  expiresAt: Date;
  revision: string;
}

/**
 * Single revoked tokens, until they would have expired. Every process holds them all in memory and learns of new ones by polling the
 * revision.
 */
@Injectable()
export class RevokedTokens {
  private readonly tokens = new Map<string, number>();
  private readonly listeners: (() => void)[] = [];
  private revision = '0';

  constructor(
    private readonly database: Database,
    private readonly state: PlatformState,
  ) {
    state.onRevokedTokens(() => this.load());
  }

  has(jti: string | undefined): boolean {
    return jti !== undefined && this.tokens.has(jti);
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  async revoke(jti: string, clientId: string, expiresAt: Date, by: AuditCall): Promise<void> {
    const revoked = await this.database.transaction(PLATFORM, async (tx) => {
      const rows = await tx.query<unknown[]>(REVOKE, [jti, clientId, expiresAt]);
      if (rows.length > 0) await recordAudit(tx, by, { targets: [{ type: 'token', id: jti }] });
      return rows.length > 0;
    });
    if (revoked) await this.state.refresh();
  }

  private async load(): Promise<void> {
    const rows = await this.database.reserved.read<Row>(PLATFORM, LIVE, [this.revision]);
    const now = Date.now();
    for (const [jti, expiresAt] of this.tokens) if (expiresAt < now) this.tokens.delete(jti);
    for (const { jti, expiresAt, revision } of rows) {
      this.tokens.set(jti, expiresAt.getTime());
      this.revision = revision;
    }
    for (const listener of this.listeners) listener();
  }
}
