import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { FORMATS } from './formats/formats';
import { ImportRun, type ImportOptions, type ImportResult } from './import-run';
import { FormatError } from '#platform/import/format-error';

/** Imports may wait for one another, and take their time. */
const LIMITS = { statementMs: 600_000, lockMs: 600_000 };

/** Brings a file of findings in: all of it or nothing. */
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
          else run.add(record.line, record.draft);
          if (run.isDue) await run.flush();
        }
        return { result: await run.finish(), keep: options.dryRun !== true };
      });
    } catch (error) {
      if (error instanceof FormatError) throw new InvalidArgument(error.message, 'FILE_UNREADABLE');
      throw error;
    }
  }
}
