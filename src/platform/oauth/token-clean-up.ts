import { Injectable } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';

const QUEUE = 'token-clean-up';
const MINUTE = 43;

/** Maximum rows per table and hour, so that the statement stays short. */
const BATCH = 50_000;

/** Deletes assertions and revoked tokens once they have expired. */
@Injectable()
export class TokenCleanUp {
  constructor(
    private readonly database: Database,
    jobs: Jobs,
  ) {
    jobs.hourly(QUEUE, { minute: MINUTE, run: () => this.run() });
  }

  async run(): Promise<{ clientAssertions: number; revokedTokens: number }> {
    return { clientAssertions: await this.deleteExpired('client_assertion'), revokedTokens: await this.deleteExpired('revoked_token') };
  }

  private async deleteExpired(table: 'client_assertion' | 'revoked_token'): Promise<number> {
    const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE expires_at < now() LIMIT ${BATCH})) RETURNING 1`;
    const [rows] = await this.database.transaction(PLATFORM, (tx) => tx.query<[unknown[], number]>(sql));
    return rows.length;
  }
}
