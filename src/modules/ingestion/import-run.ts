import { deferRollups, settleRollups } from '#modules/observations/rollups';
import { settleScores } from '#modules/scores/settle-scores';
import type { AuditCall } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit, type AuditTarget } from '#platform/audit/record-audit';
import type { BulkConnection } from '#platform/database/database';
import { lockObservations } from '#platform/database/locks';
import { closingOf } from './closing';
import type { FileSummary } from './finding-preparer';
import {
  CLOSE_GONE,
  CLOSE_MISSING,
  CREATE_CHANGED,
  CREATE_GONE,
  CREATE_SEEN,
  CREATE_STAGE,
  FILL_CHANGED,
  FILL_STAGE,
  FIND_KNOWN,
  FORGET_CHANGED,
  FORGET_GONE,
  HAS_ANY,
  INSERT_NEW,
  NOTE_GONE,
  NOTE_PARTIES,
  REMEMBER,
  REWRITE,
  SEE_AGAIN,
  TUNE,
  type KnownRow,
} from './merge.sql';
import type { PreparedBatch } from './prepared-batch';

export interface ImportActor {
  /** A number of ActorType. */
  type: number;
  id?: string;
  name: string;
}

export interface ImportOptions {
  organizationId: string;
  vrm: boolean;
  format: string;
  /** Fallback vendor for findings whose host matches no vendor. */
  vendor?: string;
  closeMissing?: boolean;
  dryRun?: boolean;
  actor: ImportActor;
  /** The call as recorded in the audit log. */
  call: AuditCall;
  /** The time of the file, if not now: its changes are dated then. */
  now?: Date;
  onProgress?: (records: number) => void;
}

/** Every record of the file is in one of the counts; `resolved` also counts what closeMissing resolved, although it is not in the file. */
export interface ImportResult {
  created: number;
  reobserved: number;
  reopened: number;
  resolved: number;
  unchanged: number;
  rejected: number;
  skipped: number;
  total: number;
  /** With closeMissing: whether some findings stay open because a rejected record may be about them. */
  closingSkipped?: boolean;
  closingSkippedReason?: string;
  /** The first hundred, by line or record. */
  rejections: { line: number; reason: string }[];
}

/** The import of one file. */
export class ImportRun {
  private readonly counts = { created: 0, reobserved: 0, reopened: 0 };
  private readonly now: string;
  private hasChanged = false;
  private hasGone = false;

  private constructor(
    private readonly tx: BulkConnection,
    private readonly options: ImportOptions,
    now: Date,
    /** Whether the organization had no observations: then everything in the file is new. */
    private readonly isFirst: boolean,
  ) {
    this.now = now.toISOString();
  }

  static async begin(tx: BulkConnection, options: ImportOptions, now: Date): Promise<ImportRun> {
    await lockObservations(tx, options.organizationId);
    await tx.query(TUNE);
    await deferRollups(tx);
    await tx.query(CREATE_STAGE);
    if (options.closeMissing) await tx.query(CREATE_SEEN);
    const any = await tx.query(HAS_ANY, [options.organizationId]);
    return new ImportRun(tx, options, now, any.length === 0);
  }

  async write(batch: PreparedBatch): Promise<void> {
    const known = await this.findKnown(batch);
    if (this.options.closeMissing) await this.tx.query(REMEMBER, [Buffer.concat([batch.fingerprints, batch.message.named])]);
    if (batch.message.repeats.length > 0) await this.forgetEarlier(batch, known);
    await this.create(batch, known);
    await this.keepChanged(
      batch,
      known.filter((row) => row.differs),
    );
    await this.seeAgain(
      batch,
      known.filter((row) => !row.differs && (row.later || row.reopens)),
    );
    await this.noteGone(batch);
    this.options.onProgress?.(batch.message.records);
  }

  async finish(summary: FileSummary, fallback: { view: number; domain: string } | undefined): Promise<ImportResult> {
    if (this.hasChanged) await this.rewrite();
    const gone = this.hasGone ? await this.resolve(CLOSE_GONE) : 0;
    const closed = this.options.closeMissing ? await this.closeMissing(summary, fallback) : undefined;
    await settleRollups(this.tx);
    await settleScores(this.tx, this.options.organizationId, this.options.now);
    const { created, reobserved, reopened } = this.counts;
    const { findings, rejected, rejections, skipped, total } = summary;
    const { resolved = 0, ...closing } = closed ?? {};
    const counts = { created, reobserved, reopened, resolved: gone + resolved };
    const unchanged = findings - created - reobserved - reopened;
    await this.record(summary, fallback, { ...counts, rejected });
    return { ...counts, unchanged, rejected, skipped: skipped - gone, total, ...closing, rejections };
  }

  /** The observations of an import are too many to list: its audit event names the parties instead. */
  private async record({ covered }: FileSummary, fallback: { domain: string } | undefined, counts: object): Promise<void> {
    const parties = new Set([...covered.map(({ party }) => party), ...(fallback ? [fallback.domain] : [])]);
    const targets = [...parties].map((domain): AuditTarget => ({ type: 'company', id: domain }));
    await recordAudit(this.tx, this.options.call, { targets, changes: changesBetween(undefined, counts) });
  }

  private async findKnown(batch: PreparedBatch): Promise<KnownRow[]> {
    const { repeats, lastSeen } = batch.message;
    if (batch.size === 0 || (this.isFirst && repeats.length === 0)) return [];
    return this.tx.query<KnownRow>(FIND_KNOWN, [this.options.organizationId, batch.fingerprints, batch.bodyHashes, lastSeen]);
  }

  /** The last record of a finding counts: changes of earlier ones are dropped. */
  private async forgetEarlier(batch: PreparedBatch, known: readonly KnownRow[]): Promise<void> {
    const repeats = new Set(batch.message.repeats);
    if (this.hasChanged) {
      await this.tx.query(FORGET_CHANGED, [known.filter((row) => repeats.has(row.place)).map((row) => row.id)]);
    }
    if (this.hasGone) await this.tx.query(FORGET_GONE, [Buffer.concat([...repeats].map((place) => batch.fingerprintAt(place)))]);
  }

  private async create(batch: PreparedBatch, known: readonly KnownRow[]): Promise<void> {
    if (known.length === batch.size) return;
    await this.tx.copy(FILL_STAGE, batch.without(new Set(known.map((row) => row.place))));
    await this.tx.query(INSERT_NEW, [this.options.organizationId, this.now]);
    this.counts.created += batch.size - known.length;
  }

  /** Staged, not written yet: a later record of the file may differ. */
  private async keepChanged(batch: PreparedBatch, known: readonly KnownRow[]): Promise<void> {
    if (known.length === 0) return;
    if (!this.hasChanged) await this.tx.query(CREATE_CHANGED);
    this.hasChanged = true;
    await this.tx.copy(FILL_CHANGED, batch.under(known));
  }

  private async seeAgain(batch: PreparedBatch, known: readonly KnownRow[]): Promise<void> {
    if (known.length === 0) return;
    await this.tx.query(SEE_AGAIN, [
      ...this.who(),
      known.map((row) => row.id),
      known.map((row) => batch.message.lastSeen[row.place]),
      known.map((row) => row.reopens),
    ]);
    const uncounted = known.filter((row) => !row.touched);
    const reopened = uncounted.filter((row) => row.reopens).length;
    this.counts.reopened += reopened;
    this.counts.reobserved += uncounted.length - reopened;
  }

  private async noteGone({ message: { gone } }: PreparedBatch): Promise<void> {
    if (gone.reasons.length === 0) return;
    if (!this.hasGone) await this.tx.query(CREATE_GONE);
    this.hasGone = true;
    await this.tx.query(NOTE_GONE, [Buffer.from(gone.fingerprints), gone.reasons]);
  }

  private async rewrite(): Promise<void> {
    await this.tx.query('ANALYZE import_changed');
    const [row] = await this.tx.query<{ reopened: number; reobserved: number }>(REWRITE, this.who());
    this.counts.reopened += row?.reopened ?? 0;
    this.counts.reobserved += row?.reobserved ?? 0;
  }

  private async closeMissing(summary: FileSummary, fallback: { view: number; domain: string } | undefined) {
    const { covered, problems } = closingOf(summary, fallback, this.options.format);
    const triples = covered.map(({ view, party, source }) => `${view} ${party} ${source}`);
    const parties = [...new Set(covered.map(({ party }) => party))];
    await this.noteParties(summary, fallback);
    await this.tx.query('ANALYZE import_seen');
    const [row] = await this.tx.query<{ resolved: number; heldBack: number }>(CLOSE_MISSING, [
      ...this.who(),
      parties,
      triples,
      summary.unplacedSources,
    ]);
    const { resolved = 0, heldBack = 0 } = row ?? {};
    if (heldBack > 0) problems.push(`Records without a known vendor may be about ${heldBack} open observations, which stay open.`);
    return {
      resolved,
      closingSkipped: problems.length > 0,
      ...(problems.length > 0 && { closingSkippedReason: problems.join(' ') }),
    };
  }

  private async noteParties({ covered, total, rejected }: FileSummary, fallback: { view: number; domain: string } | undefined) {
    if (total > 0 && rejected === total) return; // no party was examined
    const parties = [...covered.map(({ view, party }) => ({ view, domain: party })), ...(fallback ? [fallback] : [])];
    await this.tx.query(NOTE_PARTIES, [this.options.organizationId, parties.map(({ view }) => view), parties.map(({ domain }) => domain)]);
  }

  private async resolve(sql: string): Promise<number> {
    const [row] = await this.tx.query<{ resolved: number }>(sql, this.who());
    return row?.resolved ?? 0;
  }

  private who(): [organizationId: string, now: string, actorType: number, actorId: string | null, actorName: string] {
    const { type, id, name } = this.options.actor;
    return [this.options.organizationId, this.now, type, id ?? null, name];
  }
}
