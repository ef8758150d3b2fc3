import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { readDomain } from '#platform/domains/read-domain';
import { FailedPrecondition } from '#platform/errors/api-error';
import { optedOutIn } from './scanning/egress';
import { MonitoringOptOutEntity } from './monitoring-opt-out.entity';

/** The domains whose owners opted out of scans. */
@Injectable()
export class OptOuts {
  constructor(private readonly database: Database) {}

  list(): Promise<{ domain: string; reason: string | null; createdAt: Date }[]> {
    return this.database.read(PLATFORM, `SELECT domain, reason, created_at AS "createdAt" FROM monitoring_opt_out ORDER BY domain`);
  }

  /** Without a reason, an earlier one stays: it records the objection. */
  async add(text: string, reason: string | undefined): Promise<{ domain: string }> {
    const domain = readDomain('domain', text);
    await this.database.transaction(PLATFORM, async (tx) => {
      await tx.upsert(MonitoringOptOutEntity, { domain, reason }, ['domain']);
      await recordAudit(tx, byOperator('monitor opt-out'), { targets: [{ type: 'company', id: domain }] });
    });
    return { domain };
  }

  async remove(text: string): Promise<{ domain: string; removed: boolean }> {
    const domain = readDomain('domain', text);
    const removed = await this.database.transaction(PLATFORM, async (tx) => {
      const { affected } = await tx.delete(MonitoringOptOutEntity, { domain });
      if (affected) await recordAudit(tx, byOperator('monitor opt-in'), { targets: [{ type: 'company', id: domain }] });
      return Boolean(affected);
    });
    return { domain, removed };
  }

  /** Read once per scan: a later opt-out applies from the next scan on. */
  async load(): Promise<ReadonlySet<string>> {
    return new Set((await this.list()).map(({ domain }) => domain));
  }

  assertWelcome(domain: string, optedOut: ReadonlySet<string>): void {
    if (!optedOutIn(optedOut)(domain)) return;
    throw new FailedPrecondition(`${domain} is on the opt-out list.`, 'MONITORING_OPTED_OUT', { domain }, [domain]);
  }
}
