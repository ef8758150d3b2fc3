import { Injectable } from '@nestjs/common';
import { lockObservations } from '#modules/observations/observation-lock';
import { settleScores } from '#modules/scores/settle-scores';
import { Database, type BulkConnection } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { FORMATS } from './formats/formats';
import { CLOSE_MISSING, COPY_STAGE, CREATE_SEEN, CREATE_STAGE, INSERT_NEW, MERGE_KNOWN, REMEMBER } from './merge.sql';
import { FormatError } from './observation-draft';
import { stagedRow } from './staged-row';
import { Subjects } from './subjects';

const BATCH = 5000;
const MOST_REJECTIONS = 100;
/** Imports may wait for one another, and take their time. */
const LIMITS = { statementMs: 600_000, lockMs: 600_000 };

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

/** Brings a file of findings in: all of it or nothing, in batches that are parsed while the one before is written. */
@Injectable()
export class ObservationImport {
  constructor(private readonly database: Database) {}

  async run(bytes: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportResult> {
    const format = FORMATS.get(options.format);
    if (!format)
      throw new InvalidArgument(
        `There is no format ${JSON.stringify(options.format)}; the formats are ${[...FORMATS.keys()].join(', ')}.`,
        'FORMAT_UNKNOWN',
      );
    try {
      return await this.database.bulk(options.organizationId, LIMITS, async (connection) => {
        const run = await ImportRun.begin(connection, options);
        for await (const record of format.parse(bytes)) {
          if ('rejected' in record) run.reject(record.line, record.rejected);
          else await run.add(record.line, record.draft);
        }
        return { result: await run.finish(), keep: options.dryRun !== true };
      });
    } catch (error) {
      if (error instanceof FormatError) throw new InvalidArgument(error.message, 'FILE_UNREADABLE');
      throw error;
    }
  }
}

class ImportRun {
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
  private readonly now = new Date().toISOString();
  private readonly covered = new Map<string, [view: number, subject: string, source: string]>();
  private lines: string[] = [];
  private fingerprints = new Set<string>();
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly tx: BulkConnection,
    private readonly options: ImportOptions,
    private readonly subjects: Subjects,
  ) {
    const party = options.closeMissing ? subjects.fallbackParty : undefined;
    // A clean scan of a named vendor reports nothing at all: what its tool said before is closed.
    if (party) this.cover(party.view, party.domain, options.format);
  }

  static async begin(tx: BulkConnection, options: ImportOptions): Promise<ImportRun> {
    await lockObservations(tx, options.organizationId);
    await tx.query(CREATE_STAGE);
    if (options.closeMissing) await tx.query(CREATE_SEEN);
    return new ImportRun(tx, options, await Subjects.load(tx, options.organizationId, options.vrm, options.vendor));
  }

  reject(line: number, reason: string): void {
    this.result.total += 1;
    this.result.rejected += 1;
    if (this.result.rejections.length < MOST_REJECTIONS) this.result.rejections.push({ line, reason });
  }

  async add(line: number, draft: Parameters<typeof stagedRow>[0]): Promise<void> {
    const { subject, rejected } = this.subjects.resolve(draft.hosts);
    if (!subject) {
      this.reject(line, rejected ?? 'SUBJECT_UNKNOWN');
      return;
    }
    this.result.total += 1;
    const row = stagedRow(draft, subject, this.now);
    if (this.options.closeMissing) this.cover(subject.view, subject.subject, draft.source.name);
    if (this.fingerprints.has(row.fingerprint)) {
      this.result.unchanged += 1; // reported twice in one batch: the first one counts
      return;
    }
    this.fingerprints.add(row.fingerprint);
    this.lines.push(row.line);
    if (this.lines.length >= BATCH) await this.flush();
  }

  async finish(): Promise<ImportResult> {
    await this.flush();
    await this.writing;
    if (this.options.closeMissing) await this.closeMissing();
    await settleScores(this.tx, this.options.organizationId);
    return this.result;
  }

  private cover(view: number, subject: string, source: string): void {
    this.covered.set(`${view} ${subject} ${source}`, [view, subject, source]);
  }

  /** Hands a batch over and goes on parsing; only the batch before must be done. */
  private async flush(): Promise<void> {
    if (this.lines.length === 0) return;
    const batch = this.lines;
    this.lines = [];
    this.fingerprints = new Set();
    await this.writing;
    this.writing = this.write(batch);
    this.writing.catch(() => undefined); // reported by the next await
    this.options.onProgress?.(this.result.total);
  }

  private async write(batch: readonly string[]): Promise<void> {
    const { organizationId } = this.options;
    await this.tx.query('TRUNCATE import_stage');
    await this.tx.copy(COPY_STAGE, batch.join(''));
    await this.tx.query('ANALYZE import_stage (fingerprint)');
    const rows = await this.tx.query<{ known: number; touched: number; reopened: number }>(MERGE_KNOWN, [
      organizationId,
      this.now,
      ...this.actor(),
    ]);
    const { known, touched, reopened } = rows[0] as { known: number; touched: number; reopened: number };
    if (known < batch.length) await this.tx.query(INSERT_NEW, [organizationId, this.now]);
    if (this.options.closeMissing) await this.tx.query(REMEMBER);
    this.result.created += batch.length - known;
    this.result.reopened += reopened;
    this.result.reobserved += touched - reopened;
    this.result.unchanged += known - touched;
  }

  private async closeMissing(): Promise<void> {
    const covered = [...this.covered.values()];
    const rows = await this.tx.query<{ resolved: number }>(CLOSE_MISSING, [
      this.options.organizationId,
      this.now,
      ...this.actor(),
      covered.map(([view]) => view),
      covered.map(([, subject]) => subject),
      covered.map(([, , source]) => source),
    ]);
    this.result.resolved = rows[0]?.resolved ?? 0;
  }

  private actor(): [number, string | null, string] {
    const { type, id, name } = this.options.actor;
    return [type, id ?? null, name];
  }
}
