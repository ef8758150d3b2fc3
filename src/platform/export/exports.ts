import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { tryLockExport } from '#platform/database/locks';
import { ApiError } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { Admission } from '#platform/http/admission';
import type { Class } from '#platform/fields/field-definition';
import { StreamedBody } from '#platform/http/streamed-body';
import { Logger } from '#platform/logging/logger';
import { chosenNames } from '#platform/paging/row-fields';
import { ThreadPool } from '#platform/threads/thread-pool';
import { columnsOf } from './columns';
import type { Conversion } from './convert.task';
import { Converter } from './converter';
import { DEFAULT_FORMAT, FORMATS, type ExportFormat } from './export-format';
import { exportInProgress, exportTimeout } from './export.errors';
import { JsonLinesEnd } from './json-lines-end';
import { LineStream, type WriteRow } from './line-stream';
import { LongWorkThrottle } from '#platform/http/long-work-throttle';

/** PostgreSQL's limit is higher than ours, because our error message is better. */
const STATEMENT_SLACK_MS = 10_000;

/** The rows of a statement, each written as the list of the resource shows it. */
export interface ExportSource<T extends object> {
  /** Part of the file name. */
  name: string;
  resource: Class<T>;
  /** Fields that are always exported. */
  ids: readonly string[];
  sql: string;
  params: readonly unknown[];
  writeRow: WriteRow;
}

interface ExportOptions {
  format?: ExportFormat;
  fields?: readonly string[];
}

/**
 * Streams everything that a list can show: one statement, so one snapshot, with little memory. It runs as fast as it is read, and slower
 * while other calls arrive. The event loop only copies JSON lines; a thread converts them to other formats or selected fields.
 */
@Injectable()
export class Exports {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadPool,
    private readonly env: Env,
    private readonly logger: Logger,
    private readonly admission: Admission,
  ) {}

  start<T extends object>(caller: Caller, source: ExportSource<T>, options: ExportOptions): StreamedBody<T> {
    const format = options.format ?? DEFAULT_FORMAT;
    const lines = new LineStream(source.writeRow, new LongWorkThrottle(() => this.admission.begun));
    void this.run(caller, source, lines);
    const conversion = conversionOf(source, format, options.fields);
    const converted = conversion ? new Converter(this.threads, conversion, lines) : lines;
    const end = format === 'EXPORT_FORMAT_JSONL' ? new JsonLinesEnd(converted, () => lines.rows) : undefined;
    const bytes = end ?? converted;
    bytes.on('error', () => undefined); // its reader gets the error too; without a reader it would end the process
    const { mediaType, extension, compressible } = FORMATS[format];
    return new StreamedBody<T>(bytes, {
      type: mediaType,
      fileName: `${caller.organization.domain}-${source.name}-${timestamp(new Date())}.${extension}`,
      compressible,
      trailer: { name: 'X-Export-Rows', value: () => String(lines.rows) },
      failure: () => end?.failure,
    });
  }

  /** Feeds the lines until the last row, or fails them. */
  private async run(caller: Caller, { name, sql, params }: ExportSource<object>, lines: LineStream): Promise<void> {
    const { organizationId } = caller;
    const seconds = this.env.EXPORT_TIMEOUT_SECONDS;
    const timer = setTimeout(() => lines.destroy(exportTimeout(seconds)), seconds * 1000);
    const before = async (tx: Parameters<typeof tryLockExport>[0]) => {
      if (!(await tryLockExport(tx, organizationId))) throw exportInProgress();
    };
    const statementMs = seconds * 1000 + STATEMENT_SLACK_MS;
    const limits = { statementMs, lockMs: statementMs };
    try {
      await this.database.stream(organizationId, { sql, params, limits, before, signal: lines.signal }, lines);
      lines.finish();
    } catch (error) {
      // After a timeout or a disconnect, the lines are already destroyed with the reason.
      const cause = lines.errored ?? (lines.destroyed ? undefined : (error as Error));
      if (cause && !(cause instanceof ApiError && cause.code === 'ABORTED')) {
        this.logger.warn({ err: cause, organization: organizationId, export: name, rows: lines.rows }, 'export failed');
      }
      lines.destroy(error as Error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The conversion for the thread; undefined when the lines are sent unchanged. */
function conversionOf(source: ExportSource<object>, format: ExportFormat, fields: readonly string[] | undefined): Conversion | undefined {
  const wanted = chosenNames(source.ids, fields);
  if (format === 'EXPORT_FORMAT_JSONL') return wanted && { to: 'jsonl', fields: [...wanted] };
  const columns = columnsOf(source.resource).filter(({ path }) => wanted?.has(path[0] as string) ?? true);
  return { to: format === 'EXPORT_FORMAT_CSV' ? 'csv' : 'parquet', columns };
}

/** `20261116T201500Z` */
function timestamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}
