import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database, type BulkConnection } from '#platform/database/database';
import { tryLockImport } from '#platform/database/locks';
import { InvalidArgument } from '#platform/errors/api-error';
import { FormatError } from '#platform/import/format-error';
import { recordEvent } from '#platform/events/record-event';
import { ThreadPool } from '#platform/threads/thread-pool';
import { FORMATS } from './formats/formats';
import { recognized } from './formats/recognize';
import { unreadable } from './unreadable';
import { ImportRun, type ImportOptions, type ImportResult } from './import-run';
import { importInProgress } from './import-in-progress';
import { loadParties } from './parties';
import { PREPARE_FINDINGS } from './prepare-findings.task';
import { PreparedFindings } from './prepared-findings';

const LIMITS = { statementMs: 600_000, lockMs: 60_000 };

/** Without a format the file's own decides. */
type StatedOptions = Omit<ImportOptions, 'format'> & { format?: string | undefined };

/** Imports a file of findings, all or nothing. Both the API operation and the command line send it. */
export class ImportFindings extends Command<ImportResult> {
  constructor(
    readonly bytes: AsyncIterable<Uint8Array>,
    readonly options: StatedOptions,
  ) {
    super();
  }
}

@CommandHandler(ImportFindings)
export class ImportFindingsHandler implements ICommandHandler<ImportFindings> {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadPool,
  ) {}

  async execute({ bytes: file, options: stated }: ImportFindings): Promise<ImportResult> {
    const { format, bytes } = stated.format === undefined ? await formatOf(file) : { format: stated.format, bytes: file };
    if (!FORMATS.has(format)) throw unknownFormat(`There is no format ${JSON.stringify(format)}`, [...FORMATS.keys()]);
    const options = { ...stated, format };
    // Done before taking the organization's lock: others wait for it, and starting a low-priority thread takes long.
    await this.threads.load(PREPARE_FINDINGS);
    return this.database.bulk(options.organizationId, LIMITS, async (connection) => ({
      result: await this.import(connection, bytes, options),
      keep: options.dryRun !== true,
    }));
  }

  private async import(connection: BulkConnection, bytes: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportResult> {
    // Another process may be importing for this organization, such as a command.
    if (!(await tryLockImport(connection, options.organizationId))) throw importInProgress();
    const now = options.now ?? new Date();
    const run = await ImportRun.begin(connection, options, now);
    const parties = await loadParties(connection, options.organizationId, options.vrm, options.vendor);
    const prepared = new PreparedFindings(this.threads, bytes, { format: options.format, now: now.toISOString(), parties });
    for await (const batch of prepared.batches()) await run.write(batch);
    const result = await run.finish(await prepared.summary(), parties.fallback);
    const { rejections: _, ...counts } = result;
    await recordEvent(connection, options.organizationId, 'import.completed', [{ importType: 'observations', ...counts }]);
    return result;
  }
}

async function formatOf(file: AsyncIterable<Uint8Array>): Promise<{ format: string; bytes: AsyncIterable<Uint8Array> }> {
  const { formats, bytes } = await recognized(file).catch((error: unknown) => {
    throw error instanceof FormatError ? unreadable(error) : error;
  });
  const [format, ...others] = formats;
  if (format !== undefined && others.length === 0) return { format, bytes };
  await bytes.return(undefined);
  if (format === undefined) throw unknownFormat('The format is not recognised from the file; state it', [...FORMATS.keys()]);
  throw unknownFormat(`The file could be ${formats.join(' or ')}; state the format`, formats);
}

function unknownFormat(problem: string, formats: readonly string[]): InvalidArgument {
  const known = formats.join(', ');
  const description = `must be one of ${known}`;
  return new InvalidArgument(`${problem}; the formats are ${known}.`, 'FORMAT_UNKNOWN', [{ field: 'format', description }]);
}
