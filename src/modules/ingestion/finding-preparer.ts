import { BatchMemory } from './batch-memory';
import type { ObservationDraft, ParsedRecord, Rejection } from './observation-draft';
import type { BatchMessage } from './prepared-batch';
import { StagedBatch } from './staged-batch';
import { fingerprintOf, stagedRow } from './staged-row';
import type { Subject, Subjects } from './subjects';

const MAX_REJECTIONS = 100;
/** Limit of findings per batch that are gone or only identified, besides its rows. */
const MAX_ASIDE = 10_000;

/** Totals of a file, besides its findings. */
export interface FileSummary {
  total: number;
  rejected: number;
  /** The first hundred. */
  rejections: { line: number; reason: string }[];
  findings: number;
  /** Records that report no finding, including those that report one as gone. */
  skipped: number;
  /** The parties and sources that the file covers. */
  covered: Coverage[];
  /** Rejected records that identify no finding. */
  unidentified: { line: number; source: string | undefined }[];
  /** Sources of records that match no vendor and no own domain. */
  unplacedSources: string[];
}

export interface Coverage {
  view: number;
  party: string;
  source: string;
}

/** Turns the records of a file into batches of rows, and collects what closeMissing needs. */
export class FindingPreparer {
  private readonly summary = { total: 0, rejected: 0, findings: 0, skipped: 0 };
  private readonly rejections: { line: number; reason: string }[] = [];
  private readonly covered = new Map<string, Coverage>();
  private readonly unidentified = new Map<string | undefined, number>();
  private readonly unplacedSources = new Set<string>();
  /** Fingerprints of all findings so far, as latin1: 52 bytes each, about 80 MB for a file of a gigabyte. */
  private readonly seen = new Set<string>();
  private readonly gone = new Map<string, string>();
  private readonly named: Buffer[] = [];
  private repeats: number[] = [];
  private batch: StagedBatch;

  constructor(
    private readonly subjects: Subjects,
    private readonly now: string,
    memory: ArrayBuffer,
  ) {
    this.batch = new StagedBatch(new BatchMemory(memory));
  }

  get size(): number {
    return this.batch.size;
  }

  get isFull(): boolean {
    return this.batch.isFull || this.gone.size + this.named.length >= MAX_ASIDE;
  }

  get isEmpty(): boolean {
    return this.size + this.gone.size + this.named.length === 0;
  }

  add(record: ParsedRecord): void {
    this.summary.total += 1;
    if ('rejected' in record) this.reject(record.line, record);
    else if ('draft' in record) this.addDraft(record.line, record.draft);
    else this.skip(record.names);
  }

  /** Returns the current batch and continues in the next buffer. */
  take(next: ArrayBuffer): BatchMessage {
    const { memory, lastSeen, hasGaps } = this.batch;
    const goneKeys = [...this.gone.keys()].map((key) => Buffer.from(key, 'latin1'));
    const message: BatchMessage = {
      memory: memory.buffer,
      lastSeen,
      hasGaps,
      repeats: this.repeats,
      gone: { fingerprints: bytesOf(goneKeys), reasons: [...this.gone.values()] },
      named: bytesOf(this.named),
      records: this.summary.total,
    };
    this.batch = new StagedBatch(new BatchMemory(next));
    this.repeats = [];
    this.gone.clear();
    this.named.length = 0;
    return message;
  }

  finish(): FileSummary {
    return {
      ...this.summary,
      rejections: this.rejections,
      covered: [...this.covered.values()],
      unidentified: [...this.unidentified].map(([source, line]) => ({ source, line })),
      unplacedSources: [...this.unplacedSources],
    };
  }

  private reject(line: number, { rejected, names, source }: Rejection): void {
    this.summary.rejected += 1;
    if (this.rejections.length < MAX_REJECTIONS) this.rejections.push({ line, reason: rejected });
    if (names) this.keepOpen(names);
    else if (!this.unidentified.has(source)) this.unidentified.set(source, line);
  }

  private skip(names: ObservationDraft | undefined): void {
    this.summary.skipped += 1;
    if (names) this.keepOpen(names);
  }

  private addDraft(line: number, draft: ObservationDraft): void {
    const { subject, rejected } = this.subjects.resolve(draft.hosts);
    if (!subject) {
      if (draft.goneBecause !== undefined) this.summary.skipped += 1;
      else this.reject(line, { rejected: rejected ?? 'SUBJECT_UNKNOWN', names: draft });
      return;
    }
    this.cover(subject, draft.source.name);
    if (draft.goneBecause === undefined) this.addFinding(draft, subject);
    else this.addGone(draft, subject, draft.goneBecause);
  }

  private addFinding(draft: ObservationDraft, subject: Subject): void {
    this.summary.findings += 1;
    const row = stagedRow(draft, subject, this.now);
    const key = row.fingerprint.toString('latin1');
    if (this.seen.has(key)) {
      if (!this.batch.has(key)) this.repeats.push(this.size);
      this.gone.delete(key);
    }
    this.seen.add(key);
    this.batch.put(key, row);
  }

  private addGone(draft: ObservationDraft, subject: Subject, reason: string): void {
    this.summary.skipped += 1;
    const key = fingerprintOf(draft, subject).toString('latin1');
    this.seen.add(key);
    this.gone.set(key, reason);
  }

  /** A rejected record that identifies a finding keeps it open. */
  private keepOpen(draft: ObservationDraft): void {
    const { subject, isUnplaced } = this.subjects.resolve(draft.hosts);
    if (subject) this.named.push(fingerprintOf(draft, subject));
    else if (isUnplaced) this.unplacedSources.add(draft.source.name);
  }

  private cover({ view, party }: Subject, source: string): void {
    const key = `${view} ${party} ${source}`;
    if (!this.covered.has(key)) this.covered.set(key, { view, party, source });
  }
}

/** Copies that can be transferred. */
function bytesOf(parts: readonly Buffer[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
