import { Injectable } from '@nestjs/common';
import { byOperator, bySystem } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM, type Statements } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { Logger } from '#platform/logging/logger';
import { SigningKeys } from './signing-keys';

const QUEUE = 'key-rotation';
const MINUTE = 31;

const SET = `INSERT INTO signing_key_schedule (every_seconds) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET every_seconds = excluded.every_seconds`;
const CURRENT = `SELECT every_seconds AS "everySeconds" FROM signing_key_schedule`;
const DUE = `
  SELECT 1 FROM signing_key_schedule s
   WHERE NOT EXISTS (SELECT 1 FROM signing_key k WHERE k.created_at > now() - make_interval(secs => s.every_seconds))`;

/** Rotates the signing key when it reaches the age set by the operator. */
@Injectable()
export class KeySchedule {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly keys: SigningKeys,
    jobs: Jobs,
  ) {
    jobs.hourly(QUEUE, { minute: MINUTE, run: () => this.run() });
  }

  async set(everySeconds: number): Promise<void> {
    await this.change((tx) => tx.query(SET, [everySeconds]));
  }

  async clear(): Promise<void> {
    await this.change((tx) => tx.query(`DELETE FROM signing_key_schedule`));
  }

  /** Returns whether the key was due. */
  async run(): Promise<boolean> {
    const isDue = await this.database.transaction(PLATFORM, (tx) => tx.query<unknown[]>(DUE));
    if (isDue.length === 0) return false;
    const { kid } = await this.keys.rotate(undefined, bySystem('keys rotate'));
    this.logger.warn({ kid }, 'rotated the signing key on schedule');
    return true;
  }

  private async change(write: (tx: Statements) => Promise<unknown>): Promise<void> {
    await this.database.transaction(PLATFORM, async (tx) => {
      const before = await tx.query<object[]>(CURRENT);
      await write(tx);
      const [after] = await tx.query<object[]>(CURRENT);
      const targets = [{ type: 'keySchedule', id: 'keySchedule' }];
      await recordAudit(tx, byOperator('keys rotate'), { targets, changes: changesBetween(before[0], after) });
    });
  }
}
