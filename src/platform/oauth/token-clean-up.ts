import { Injectable } from '@nestjs/common';
import { PLATFORM } from '#platform/database/database';
import { HourlyTask } from '#platform/database/hourly-task';

/** Maximum rows per table and hour, so that the statement stays short. */
const BATCH = 50_000;

/** Deletes assertions and revoked tokens once they have expired. */
@Injectable()
export class TokenCleanUp extends HourlyTask {
  protected readonly task = 'token-clean-up';

  async run(): Promise<{ clientAssertions: number; revokedTokens: number }> {
    return { clientAssertions: await this.deleteExpired('client_assertion'), revokedTokens: await this.deleteExpired('revoked_token') };
  }

  private async deleteExpired(table: 'client_assertion' | 'revoked_token'): Promise<number> {
    const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE expires_at < now() LIMIT ${BATCH})) RETURNING 1`;
    const [rows] = await this.database.transaction(PLATFORM, (tx) => tx.query<[unknown[], number]>(sql));
    return rows.length;
  }
}
