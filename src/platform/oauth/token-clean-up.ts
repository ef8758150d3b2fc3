import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import { HourlyTurn } from '#platform/database/hourly-turn';
import { Logger } from '#platform/logging/logger';

/** At most that many rows of a table each hour, so that the statement stays short. */
const BATCH = 50_000;

/** Forgets assertions and revoked tokens once they would be refused for their age alone. */
@Injectable()
export class TokenCleanUp implements OnApplicationShutdown {
  private readonly hourly: HourlyTurn;

  constructor(
    private readonly database: Database,
    logger: Logger,
  ) {
    this.hourly = new HourlyTurn('token-clean-up', database, logger, () => this.run());
  }

  schedule(): void {
    this.hourly.schedule();
  }

  onApplicationShutdown(): void {
    this.hourly.stop();
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
