import { Injectable } from '@nestjs/common';
import { bySystem } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { Logger } from '#platform/logging/logger';
import { DAY_MS, HOUR_MS } from '#platform/time/durations';
import { CHANGES_KEPT_DAYS } from '#modules/changes/feed-place';
import { deleteAuditMonths } from './audit-months';
import { BATCH, deleteExpired, FORGET_CHANGES, HISTORY, IDEMPOTENCY_KEYS, type Expiring, WEBHOOK_DELIVERIES } from './expired.sql';

const QUEUE = 'retention';
const MINUTE = 7;

/** An idempotency key is valid for a day. */
const IDEMPOTENCY_KEY_MS = DAY_MS;
const WEBHOOK_DELIVERY_MS = 30 * DAY_MS;
/** A transaction may commit an hour after it recorded a removal. */
const CHANGES_KEPT_MS = CHANGES_KEPT_DAYS * DAY_MS + HOUR_MS;
/** Limit per run. The first clean-up of years of history takes several runs. */
const MAX_BATCHES = 500;
const TIMEOUTS = { statementMs: 15_000, lockMs: 1_000 };
/** Number of deleted rows by kind. */
export type CleanUp = Partial<Record<Expiring['name'] | 'removedChanges' | 'auditEvents', number>>;

/** Deletes expired rows once an hour, in small transactions that block no one. */
@Injectable()
export class Retention {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly env: Env,
    jobs: Jobs,
  ) {
    jobs.hourly(QUEUE, { minute: MINUTE, run: (signal) => this.run(signal) });
  }

  async run(signal?: AbortSignal): Promise<CleanUp> {
    const deleted = await this.cleanUp(Date.now(), signal);
    if (Object.keys(deleted).length > 0) this.logger.warn({ deleted }, 'deleted expired rows');
    return deleted;
  }

  async cleanUp(now = Date.now(), signal?: AbortSignal): Promise<CleanUp> {
    const limits: [Expiring, Date][] = [
      [IDEMPOTENCY_KEYS, new Date(now - IDEMPOTENCY_KEY_MS)],
      [WEBHOOK_DELIVERIES, new Date(now - WEBHOOK_DELIVERY_MS)],
    ];
    const days = this.env.HISTORY_RETENTION_DAYS;
    if (days > 0) limits.push(...HISTORY.map((each): [Expiring, Date] => [each, new Date(now - days * DAY_MS)]));

    const deleted: CleanUp = {};
    const auditEvents = await this.deleteAuditEvents(now);
    if (auditEvents > 0) deleted.auditEvents = auditEvents;
    let batches = 0;
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    for (const { id } of organizations) {
      if (signal?.aborted) return deleted;
      for (const [expiring, limit] of limits) {
        for (let rows = BATCH; rows === BATCH;) {
          rows = await this.deleteBatch(id, expiring, limit);
          if (rows === 0) continue;
          deleted[expiring.name] = (deleted[expiring.name] ?? 0) + rows;
          if (++batches === MAX_BATCHES || signal?.aborted) return deleted;
        }
      }
      const forgotten = await this.forgetChanges(id, new Date(now - CHANGES_KEPT_MS));
      if (forgotten > 0) deleted.removedChanges = (deleted.removedChanges ?? 0) + forgotten;
    }
    return deleted;
  }

  private async deleteAuditEvents(now: number): Promise<number> {
    const { AUDIT_RETENTION_MONTHS: months, DATABASE_MIGRATION_URL, DATABASE_URL } = this.env;
    const ownerUrl = DATABASE_MIGRATION_URL ?? DATABASE_URL;
    if (months === 0 || ownerUrl === undefined) return 0;
    const before = new Date(now);
    before.setUTCMonth(before.getUTCMonth() - months, 1); // whole months are deleted, so the day does not matter
    try {
      return await deleteAuditMonths(ownerUrl, before);
    } catch (err) {
      this.logger.warn({ err }, 'deleting old audit events failed: it needs a login that owns the schema, see DATABASE_MIGRATION_URL');
      return 0;
    }
  }

  private forgetChanges(organizationId: string, limit: Date): Promise<number> {
    return this.database.transaction(
      organizationId,
      async (tx) => {
        const [result] = await tx.query<{ rows: number }[]>(FORGET_CHANGES, [organizationId, limit]);
        return result?.rows ?? 0;
      },
      TIMEOUTS,
    );
  }

  private deleteBatch(organizationId: string, expiring: Expiring, limit: Date): Promise<number> {
    return this.database.transaction(
      organizationId,
      async (tx) => {
        const [result] = await tx.query<{ rows: number }[]>(deleteExpired(expiring), [organizationId, limit]);
        const rows = result?.rows ?? 0;
        const targets = [{ type: 'table', id: expiring.table }];
        if (rows > 0) await recordAudit(tx, bySystem('retention', organizationId), { targets, targetCount: rows });
        return rows;
      },
      TIMEOUTS,
    );
  }
}
