import { deferRollups, settleRollups } from '#modules/observations/rollups';
import { settleScores } from '#modules/scores/settle-scores';
import { lockObservations } from '#platform/database/locks';
import type { BulkConnection } from '#platform/database/database';
import {
  CLOSE_MISSING,
  CREATE_SEEN,
  CREATE_STAGE,
  FILL_STAGE,
  FIND_KNOWN,
  HAS_ANY,
  INSERT_NEW,
  REMEMBER,
  REWRITE,
  SEE_AGAIN,
  TUNE,
  type KnownRow,
} from './merge.sql';
import type { ObservationDraft } from './observation-draft';
import { StagedBatch } from './staged-batch';
import { stagedRow } from './staged-row';
import { Subjects } from './subjects';

const MOST_REJECTIONS = 100;
/** Worth a round trip while the database has nothing else to do. */
const WORTH_WRITING = 2_000;

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
  /** For findings whose host is in no domain of the directory. */
  vendor?: string;
  closeMissing?: boolean;
  dryRun?: boolean;
  actor: ImportActor;
  /** When the file was made, if not just now: what it changes is dated then. */
  now?: Date;
  onProgress?: (records: number) => void;
}

export interface ImportResult {
  created: number;
  reobserved: number;
  reopened: number;
  resolved: number;
  unchanged: number;
  rejected: number;
  total: number;
  /** The first hundred, by line or record. */
  rejections: { line: number; reason: string }[];
}

/** One file on its way into the table: gathers batches, and writes one while the next is gathered. */
export class ImportRun {
  private readonly result: ImportResult = {
    created: 0,
    reobserved: 0,
    reopened: 0,
    resolved: 0,
    unchanged: 0,
    rejected: 0,
    total: 0,
    rejections: [],
  };
  private readonly now: string;
  /** What the file reports on: triples of view, party and source, with the party of each. */
  private readonly covered = new Map<string, string>();
  /** Of every finding in the file, as latin1: 52 bytes each, so some 80 MB for a file of a gigabyte. */
  private readonly fingerprints = new Set<string>();
  private batch = new StagedBatch();
  private spare = new StagedBatch();
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;

  private constructor(
    private readonly tx: BulkConnection,
    private readonly options: ImportOptions,
    private readonly subjects: Subjects,
    /** Whether the organization had no observations: then everything in the file is new. */
    private readonly isFirst: boolean,
  ) {
    this.now = (options.now ?? new Date()).toISOString();
    const party = options.closeMissing ? subjects.fallbackParty : undefined;
    // A clean scan of a named vendor reports nothing at all: what its tool said before is closed.
    if (party) this.cover(party.view, party.domain, options.format);
  }

  static async begin(tx: BulkConnection, options: ImportOptions): Promise<ImportRun> {
    await lockObservations(tx, options.organizationId);
    await tx.query(TUNE);
    await deferRollups(tx);
    await tx.query(CREATE_STAGE);
    if (options.closeMissing) await tx.query(CREATE_SEEN);
    const any = await tx.query(HAS_ANY, [options.organizationId]);
    const subjects = await Subjects.load(tx, options.organizationId, options.vrm, options.vendor);
    return new ImportRun(tx, options, subjects, any.length === 0);
  }

  get isDue(): boolean {
    return this.batch.isFull || (!this.isWriting && this.batch.size >= WORTH_WRITING);
  }

  reject(line: number, reason: string): void {
    this.result.total += 1;
    this.result.rejected += 1;
    if (this.result.rejections.length < MOST_REJECTIONS) this.result.rejections.push({ line, reason });
  }

  add(line: number, draft: ObservationDraft): void {
    const { subject, rejected } = this.subjects.resolve(draft.hosts);
    if (!subject) {
      this.reject(line, rejected ?? 'SUBJECT_UNKNOWN');
      return;
    }
    this.result.total += 1;
    const row = stagedRow(draft, subject, this.now);
    if (this.options.closeMissing) this.cover(subject.view, subject.party, draft.source.name);
    const fingerprint = row.fingerprint.toString('latin1');
    if (this.fingerprints.has(fingerprint)) {
      this.result.unchanged += 1; // reported twice in one file: the first one counts
      return;
    }
    this.fingerprints.add(fingerprint);
    this.batch.add(row);
  }

  /** Hands the batch over and goes on gathering; only the batch before must be done. */
  async flush(): Promise<void> {
    if (this.batch.size === 0) return;
    await this.writing;
    const { batch } = this;
    this.batch = this.spare;
    this.batch.clear();
    this.spare = batch;
    this.isWriting = true;
    this.writing = this.write(batch).finally(() => (this.isWriting = false));
    this.writing.catch(() => undefined); // reported by the next await
    this.options.onProgress?.(this.result.total);
  }

  async finish(): Promise<ImportResult> {
    await this.flush();
    await this.writing;
    // A file of which nothing could be taken says nothing about what is gone.
    const speaks = this.result.rejected < this.result.total || this.result.total === 0;
    if (this.options.closeMissing && speaks) await this.closeMissing();
    await settleRollups(this.tx);
    await settleScores(this.tx, this.options.organizationId, this.options.now);
    return this.result;
  }

  private cover(view: number, party: string, source: string): void {
    this.covered.set(`${view} ${party} ${source}`, party);
  }

  private async write(batch: StagedBatch): Promise<void> {
    const known = this.isFirst
      ? []
      : await this.tx.query<KnownRow>(FIND_KNOWN, [this.options.organizationId, batch.fingerprints, batch.bodyHashes, batch.lastSeen]);
    if (this.options.closeMissing) await this.tx.query(REMEMBER, [batch.fingerprints, batch.size]);
    await this.create(batch, known);
    await this.rewrite(
      batch,
      known.filter((row) => row.differs),
    );
    await this.seeAgain(
      batch,
      known.filter((row) => !row.differs && (row.later || row.reopens)),
    );
    const reopened = known.filter((row) => row.reopens).length;
    const reobserved = known.filter((row) => !row.reopens && (row.differs || row.later)).length;
    this.result.created += batch.size - known.length;
    this.result.reopened += reopened;
    this.result.reobserved += reobserved;
    this.result.unchanged += known.length - reopened - reobserved;
  }

  private async create(batch: StagedBatch, known: readonly KnownRow[]): Promise<void> {
    if (known.length === batch.size) return;
    await this.tx.copy(FILL_STAGE, batch.without(new Set(known.map((row) => row.place))));
    await this.tx.query(INSERT_NEW, [this.options.organizationId, this.now]);
  }

  private async rewrite(batch: StagedBatch, known: readonly KnownRow[]): Promise<void> {
    if (known.length === 0) return;
    await this.tx.copy(FILL_STAGE, batch.under(known));
    await this.tx.query(REWRITE, [
      ...this.who(),
      known.map((row) => row.id),
      known.map((row) => row.reopens),
      known.map((row) => row.severity),
    ]);
  }

  private async seeAgain(batch: StagedBatch, known: readonly KnownRow[]): Promise<void> {
    if (known.length === 0) return;
    await this.tx.query(SEE_AGAIN, [
      ...this.who(),
      known.map((row) => row.id),
      known.map((row) => batch.lastSeen[row.place]),
      known.map((row) => row.reopens),
    ]);
  }

  private async closeMissing(): Promise<void> {
    await this.tx.query('ANALYZE import_seen');
    const rows = await this.tx.query<{ resolved: number }>(CLOSE_MISSING, [
      ...this.who(),
      [...new Set(this.covered.values())],
      [...this.covered.keys()],
    ]);
    this.result.resolved = rows[0]?.resolved ?? 0;
  }

  private who(): [organizationId: string, now: string, actorType: number, actorId: string | null, actorName: string] {
    const { type, id, name } = this.options.actor;
    return [this.options.organizationId, this.now, type, id ?? null, name];
  }
}
