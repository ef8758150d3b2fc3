import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { MAX_TARGETS, recordAudit, type AuditTarget } from '#platform/audit/record-audit';
import { FormatError } from '#platform/import/format-error';
import { Database, PLATFORM, type BulkConnection } from '#platform/database/database';
import { lockEventImport } from '#platform/database/locks';
import { InvalidArgument } from '#platform/errors/api-error';
import { SECURITY_EVENT_SEVERITY, SECURITY_EVENT_STATUS, SECURITY_EVENT_TYPE } from '../security-event.enums';
import type { EventDraft, EventFormat } from './event-draft';
import { REPLACE_CVES, REPLACE_VICTIMS, WRITE_EVENTS } from './event-import.sql';
import { jsonl } from './jsonl';
import { kev } from './kev';

export const EVENT_FORMATS: Readonly<Record<string, EventFormat>> = { kev, jsonl };

const BATCH = 500;
const MAX_REJECTIONS = 100;
/** Imports may wait for running observation imports and may take long. */
const LIMITS = { statementMs: 600_000, lockMs: 600_000 };

export interface EventImportOptions {
  format: string;
  /** The organizations that see the events; unset: all. */
  visibleTo?: readonly string[];
  onProgress?: (records: number) => void;
}

export interface EventImportResult {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  total: number;
  /** The first hundred, by line or record number. */
  rejections: { line: number; reason: string }[];
}

/**
 * Imports a file of events: all of its facts or none, then their impacts, one organization at a time. If that fails for an
 * organization, the next import of any file retries it.
 */
@Injectable()
export class EventImport {
  constructor(private readonly database: Database) {}

  async run(bytes: AsyncIterable<Uint8Array>, options: EventImportOptions): Promise<EventImportResult> {
    const format = Object.hasOwn(EVENT_FORMATS, options.format) ? EVENT_FORMATS[options.format] : undefined;
    if (!format) {
      const known = Object.keys(EVENT_FORMATS).join(', ');
      throw new InvalidArgument(`Unknown format ${JSON.stringify(options.format)}; the formats are ${known}.`, 'FORMAT_UNKNOWN');
    }
    const result = await this.writeFacts(format(bytes), options);
    await this.catchUp();
    return result;
  }

  private async writeFacts(records: ReturnType<EventFormat>, options: EventImportOptions): Promise<EventImportResult> {
    try {
      return await this.database.bulk(PLATFORM, LIMITS, async (connection) => {
        const run = await FactRun.begin(connection, options.visibleTo ?? null);
        for await (const record of records) {
          if ('rejected' in record) run.reject(record.line, record.rejected);
          else await run.add(record.line, record.draft);
          if (run.result.total % BATCH === 0) options.onProgress?.(run.result.total);
        }
        await run.flush();
        await run.record();
        options.onProgress?.(run.result.total);
        return { result: run.result, keep: true };
      });
    } catch (error) {
      if (error instanceof FormatError) throw new InvalidArgument(error.message, 'FILE_UNREADABLE');
      throw error;
    }
  }

  /** Derives the impacts of the events for every organization. */
  private async catchUp(): Promise<void> {
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    for (const { id } of organizations) {
      await this.database.transaction(id, (tx) => tx.query(`SELECT security_event_catch_up($1)`, [id]), LIMITS);
    }
  }
}

class FactRun {
  readonly result: EventImportResult = { created: 0, updated: 0, unchanged: 0, rejected: 0, total: 0, rejections: [] };
  private batch: EventDraft[] = [];
  private readonly targets: AuditTarget[] = [];
  private readonly lines = new Map<string, number>();

  private constructor(
    private readonly connection: BulkConnection,
    private readonly revision: string,
    private readonly visibleTo: readonly string[] | null,
  ) {}

  static async begin(connection: BulkConnection, visibleTo: readonly string[] | null): Promise<FactRun> {
    await lockEventImport(connection);
    const [row] = await connection.query<{ next: string }>(`SELECT coalesce(max(revision), 0) + 1 AS next FROM security_event`);
    return new FactRun(connection, row?.next ?? '1', visibleTo);
  }

  reject(line: number, reason: string): void {
    this.result.total += 1;
    this.result.rejected += 1;
    if (this.result.rejections.length < MAX_REJECTIONS) this.result.rejections.push({ line, reason });
  }

  async add(line: number, draft: EventDraft): Promise<void> {
    const earlier = this.lines.get(draft.eventId);
    if (earlier !== undefined) {
      this.reject(line, `eventId: ${JSON.stringify(draft.eventId)} is already used in line ${earlier}`);
      return;
    }
    this.lines.set(draft.eventId, line);
    this.result.total += 1;
    this.batch.push(draft);
    if (this.batch.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.batch.length === 0) return;
    const batch = this.batch;
    this.batch = [];
    const rows = await this.connection.query<{ id: string; created: boolean }>(WRITE_EVENTS, [
      JSON.stringify(batch.map(toRow)),
      this.revision,
      this.visibleTo,
    ]);
    const written = new Set(rows.map((row) => row.id));
    const drafts = batch.filter((draft) => written.has(draft.eventId));
    await this.connection.query(REPLACE_CVES, [...pairs(drafts, (draft) => draft.cveIds), this.visibleTo]);
    await this.connection.query(REPLACE_VICTIMS, [...pairs(drafts, (draft) => draft.victims), this.visibleTo]);
    for (const { eventId, title } of drafts.slice(0, MAX_TARGETS - this.targets.length)) {
      this.targets.push({ type: 'securityEvent', id: eventId, displayName: title });
    }
    const created = rows.filter((row) => row.created).length;
    this.result.created += created;
    this.result.updated += rows.length - created;
    this.result.unchanged += batch.length - rows.length;
  }

  async record(): Promise<void> {
    const { created, updated, rejected } = this.result;
    const changes = changesBetween(undefined, { created, updated, rejected });
    await recordAudit(this.connection, byOperator('import events'), { targets: this.targets, targetCount: created + updated, changes });
  }
}

/** The ids of all events, then parallel arrays of event ids and values. */
function pairs(drafts: readonly EventDraft[], valuesOf: (draft: EventDraft) => readonly string[]): string[][] {
  const flat = drafts.flatMap((draft) => valuesOf(draft).map((value) => [draft.eventId, value] as const));
  return [drafts.map((draft) => draft.eventId), flat.map(([eventId]) => eventId), flat.map(([, value]) => value)];
}

/** body is JSON that the API returns unchanged, without the two times that the database sets. */
function toRow(draft: EventDraft): object {
  const { publishedAt, victims, ...shown } = draft;
  const body = JSON.stringify(shown).slice(1, -1);
  return {
    event_id: draft.eventId,
    title: draft.title,
    summary: draft.summary,
    event_type: SECURITY_EVENT_TYPE.toNumber(draft.eventType),
    severity: SECURITY_EVENT_SEVERITY.toNumber(draft.severity),
    status: SECURITY_EVENT_STATUS.toNumber(draft.status),
    is_ransomware: draft.isRansomware,
    affected_products: draft.affectedProducts,
    published_at: publishedAt,
    body,
    content_hash: createHash('sha256')
      .update(JSON.stringify([body, [...victims].sort()]))
      .digest('hex'),
  };
}
