import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { toAuditEvent } from './audit-event.dto';
import { AUDIT_EVENT_COLUMNS, type AuditEventRow } from './audit-event.sql';
import { hashOf, NO_HASH } from './canonical-event';

const BATCH = 1_000;

const NEXT = `
  SELECT ${AUDIT_EVENT_COLUMNS} FROM audit_event e
   WHERE e.organization_id = $1 AND e.sequence > $2 AND e.sequence <= $3 AND e.occurred_at >= $4
   ORDER BY e.sequence LIMIT ${BATCH}`;

const HEAD = `
  SELECT sequence, hash, deleted_sequence AS "deletedSequence", deleted_hash AS "deletedHash" FROM audit_head WHERE organization_id = $1`;

/** Compares the index of targets with the stored events, in both directions. */
const MISPLACED_TARGETS = `
  WITH stated AS (
    SELECT DISTINCT e.sequence, t->>'id' AS target_id FROM audit_event e CROSS JOIN json_array_elements(e.targets::json) t WHERE e.organization_id = $1
  ), listed AS (
    SELECT t.sequence, t.target_id FROM audit_target t JOIN audit_event e ON e.organization_id = t.organization_id AND e.sequence = t.sequence
     WHERE t.organization_id = $1
  )
  SELECT DISTINCT sequence FROM ((TABLE stated EXCEPT TABLE listed) UNION ALL (TABLE listed EXCEPT TABLE stated)) d ORDER BY sequence LIMIT ${BATCH}`;

interface Head {
  sequence: string;
  hash: Buffer;
  deletedSequence: string;
  deletedHash: Buffer;
}

/** A place where a log differs from what was written. */
export interface AuditFault {
  sequence: string;
  /** Of the event, if there is one. */
  id?: string;
  problem: string;
}

export interface AuditVerification {
  events: number;
  /** Hash of the last event. Stored elsewhere, it later proves that the log up to here is unchanged. */
  sequence: string;
  hash: string;
  faults: AuditFault[];
}

/** Reads whole logs, oldest event first: for exports, and to verify the hash chain. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** One JSON document per event, with its place in the chain. */
  async *lines(organizationId: string, since: Date | undefined): AsyncGenerator<string> {
    for await (const row of this.rows(organizationId, '0', await this.lastSequence(organizationId), since)) {
      const chain = { sequence: row.sequence, previousHash: row.previousHash.toString('hex'), hash: row.hash.toString('hex') };
      const canonical = { targets: row.targets, changes: row.changes };
      yield `${JSON.stringify(Object.assign({ organizationId, ...chain }, toAuditEvent(row), { canonical }))}\n`;
    }
  }

  async verify(organizationId: string): Promise<AuditVerification> {
    const head = await this.head(organizationId);
    const faults: AuditFault[] = [];
    let previous = { sequence: BigInt(head?.deletedSequence ?? 0), hash: head?.deletedHash ?? NO_HASH };
    let events = 0;
    for await (const row of this.rows(organizationId, '0', head?.sequence ?? MAX_BIGINT)) {
      events += 1;
      faults.push(...faultsOf(organizationId, row, previous));
      previous = { sequence: BigInt(row.sequence), hash: row.hash };
    }
    const last = BigInt(head?.sequence ?? 0);
    if (previous.sequence < last) faults.push(missing(previous.sequence + 1n, last));
    else if (head && !previous.hash.equals(head.hash))
      faults.push({ sequence: head.sequence, problem: 'differs from the head of the log' });
    else if (!head && events > 0) faults.push({ sequence: '0', problem: 'the head of the log is missing' });
    faults.push(...(await this.unlisted(organizationId)));
    return { events, sequence: String(previous.sequence), hash: previous.hash.toString('hex'), faults };
  }

  /** Events that are missing under one of their targets, or listed under one that is not theirs. */
  private async unlisted(organizationId: string): Promise<AuditFault[]> {
    const rows = await this.database.read<{ sequence: string }>(organizationId, MISPLACED_TARGETS, [organizationId]);
    return rows.map(({ sequence }) => ({ sequence, problem: 'is listed under other targets than it has' }));
  }

  private async *rows(organizationId: string, after: string, last: string, since = new Date(0)): AsyncGenerator<AuditEventRow> {
    for (let place = after; ;) {
      const rows = await this.database.read<AuditEventRow>(organizationId, NEXT, [organizationId, place, last, since]);
      yield* rows;
      const end = rows.at(-1);
      if (!end || rows.length < BATCH) return;
      place = end.sequence;
    }
  }

  private async head(organizationId: string): Promise<Head | undefined> {
    return (await this.database.read<Head>(organizationId, HEAD, [organizationId]))[0];
  }

  private async lastSequence(organizationId: string): Promise<string> {
    return (await this.head(organizationId))?.sequence ?? '0';
  }
}

const MAX_BIGINT = '9223372036854775807';

function faultsOf(organizationId: string, row: AuditEventRow, previous: { sequence: bigint; hash: Buffer }): AuditFault[] {
  const faults: AuditFault[] = [];
  const expected = previous.sequence + 1n;
  const found = BigInt(row.sequence);
  if (found > expected) faults.push(missing(expected, found - 1n));
  else if (found < expected) faults.push({ sequence: row.sequence, id: row.id, problem: 'was deleted by retention, and is here again' });
  else if (!row.previousHash.equals(previous.hash)) {
    faults.push({ sequence: row.sequence, id: row.id, problem: 'does not follow the event before: one of them was replaced or moved' });
  }
  if (!row.hash.equals(hashOf(organizationId, row))) faults.push({ sequence: row.sequence, id: row.id, problem: 'was changed' });
  return faults;
}

function missing(first: bigint, last: bigint): AuditFault {
  return { sequence: String(first), problem: first === last ? 'is missing' : `is missing, with all events up to ${last}` };
}
