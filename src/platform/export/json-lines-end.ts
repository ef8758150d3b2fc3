import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { toApiError } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';
import type { ExportEnd } from './export.dto';

/** How long a client may take to read that the export failed. */
const READ_FAILURE_MS = 5_000;

/** Adds the last line: whether the export is complete, or why it is not. A failure before the first line fails the stream instead. */
export class JsonLinesEnd extends Transform {
  failure: Error | undefined;
  private hasBegun = false;

  constructor(
    source: Readable,
    private readonly rows: () => number,
  ) {
    super();
    source.once('error', (error) => {
      this.fail(error);
    });
    this.once('close', () => source.destroy());
    source.pipe(this);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.hasBegun = true;
    callback(null, chunk);
  }

  override _flush(callback: TransformCallback): void {
    callback(null, `${JSON.stringify(this.lastLine())}\n`);
  }

  private fail(error: Error): void {
    if (!this.hasBegun) {
      this.destroy(error);
      return;
    }
    this.failure = error;
    this.end();
    const timer = setTimeout(() => this.destroy(error), READ_FAILURE_MS);
    this.once('close', () => {
      clearTimeout(timer);
    });
  }

  private lastLine(): ExportEnd {
    const rows = String(this.rows());
    if (!this.failure) return { exportComplete: true, rows };
    const known = this.failure instanceof ApiError ? this.failure : toApiError(this.failure);
    return {
      exportComplete: false,
      rows,
      reason: known?.reason ?? 'INTERNAL',
      message: known?.message ?? 'Internal error.',
    };
  }
}
