import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { byOperator } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { lockEventImport, lockObservations } from '#platform/database/locks';
import { SecurityEventEntity } from '../security-event.entity';

const LIMITS = { statementMs: 600_000, lockMs: 600_000 };

/** The rows of an organization about an event. */
const OF_AN_ORGANIZATION = [
  'security_event_feed',
  'security_event_impact_change',
  'security_event_impact',
  'vendor_response_on_behalf',
  'vendor_statement',
  'vrm_request',
] as const;
const OF_THE_EVENT = ['security_event_victim', 'security_event_cve', 'security_event'] as const;

/** Deletes events with all impacts, responses and requests about them. */
@Injectable()
export class EventRemoval {
  constructor(private readonly database: Database) {}

  /** Returns the number of events deleted. */
  async run(eventIds: readonly string[]): Promise<number> {
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    for (const { id } of organizations) {
      await this.database.transaction(
        id,
        async (tx) => {
          await lockObservations(tx, id);
          for (const table of OF_AN_ORGANIZATION)
            await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND event_id = ANY ($2::text[])`, [id, eventIds]);
        },
        LIMITS,
      );
    }
    return this.database.transaction(
      PLATFORM,
      async (tx) => {
        await lockEventImport(tx);
        const known = await tx.countBy(SecurityEventEntity, { eventId: In(eventIds) });
        for (const table of OF_THE_EVENT) await tx.query(`DELETE FROM ${table} WHERE event_id = ANY ($1::text[])`, [eventIds]);
        const targets = eventIds.map((id) => ({ type: 'securityEvent', id }));
        await recordAudit(tx, byOperator('remove events'), { targets, targetCount: known });
        return known;
      },
      LIMITS,
    );
  }
}
