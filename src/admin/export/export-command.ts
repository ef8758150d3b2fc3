import { QueryBus, type Query } from '@nestjs/cqrs';
import { Organizations } from '#platform/auth/organizations';
import { InvalidArgument } from '#platform/errors/api-error';
import { EXPORT_FORMAT } from '#platform/export/export-format';
import type { Class } from '#platform/fields/field-definition';
import { JsonText } from '#platform/http/json-text';
import { readRequest } from '#platform/fields/read-request';
import type { StreamedBody } from '#platform/http/streamed-body';
import type { Caller } from '#platform/identity/caller';
import { adminCaller } from '../admin-caller';
import { AdminCommand } from '../admin-command';
import { Option } from '../command.decorator';
import { Progress } from '../progress';
import { writeFile } from './write-file';

export interface ExportOptions {
  org: string;
  file: string;
  format?: string;
  filters?: unknown;
  fields?: string[];
}

/** The messages behind a command: the export itself, and the list that counts its rows. */
export interface Exported<Request extends object> {
  request: Class<Request>;
  message: new (caller: Caller, request: Request) => Query<StreamedBody>;
  /** Unset when no list counts the same rows. */
  list?: new (caller: Caller, request: never) => Query<unknown>;
}

/** Writes an export to a file: sends the same message as the API, with a progress bar on the terminal. */
export abstract class ExportCommand<Options extends ExportOptions, Request extends object> extends AdminCommand<Options> {
  /** A method, so that help loads none of them. */
  protected abstract exported(): Exported<Request>;

  @Option({ flags: '--org <domain>', required: true, description: 'one of its domains' })
  org(text: string): string {
    return text;
  }

  @Option({
    flags: '--file <path>',
    required: true,
    description: 'the file to write; an existing file is replaced once the export is complete',
  })
  file(text: string): string {
    return text;
  }

  @Option({ flags: '--format <format>', description: 'jsonl, csv or parquet', defaultValue: 'jsonl' })
  format(text: string): string {
    return text;
  }

  @Option({ flags: '--filters <json>', description: 'filters as the API takes them' })
  filters(text: string): unknown {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new InvalidArgument(`--filters takes JSON, not ${JSON.stringify(text.slice(0, 100))}.`);
    }
  }

  @Option({ flags: '--fields <names>', description: 'names of fields, separated by commas (default: all)' })
  fields(text: string): string[] {
    return text.split(',').map((name) => name.trim());
  }

  /** What the list takes besides filters. */
  protected selection(_: Options): object {
    return {};
  }

  override async execute(_: string[], options: Options) {
    const caller = adminCaller(await (await this.service.get(Organizations)).get(options.org), 'export');
    const { filters, fields, file } = options;
    const exported = this.exported();
    const format = EXPORT_FORMAT.parse(options.format ?? '');
    if (!format) throw new InvalidArgument(`--format takes jsonl, csv or parquet, not ${JSON.stringify(options.format)}.`);
    const selected = { ...this.selection(options), ...(filters !== undefined && { filters }) };
    const request = readRequest(exported.request, { ...selected, format, ...(fields && { fields }) });
    const queries = await this.service.get(QueryBus);
    const total = process.stderr.isTTY ? await this.count(exported, queries, caller, selected) : undefined;
    const body = await queries.execute(new exported.message(caller, request));
    const rows = () => Number(body.content.trailer.value());
    const progress = new Progress(total, rows);
    let drawn = 0;
    const bytes = await writeFile(file, body.bytes, {
      failure: body.content.failure,
      onBytes: (count) => {
        progress.advance(total === undefined ? count : rows() - drawn);
        drawn = rows();
      },
    });
    progress.end();
    return { file, format, rows: rows(), bytes };
  }

  private async count({ list }: Exported<Request>, queries: QueryBus, caller: Caller, selected: object): Promise<number | undefined> {
    if (!list) return undefined;
    const exact = list.name === 'GetObservations' ? { countMode: 'TOTAL_COUNT_MODE_EXACT' } : {};
    const answer = await queries.execute(new list(caller, { ...selected, ...exact, limit: 1 } as never));
    const { totalCount } = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as { totalCount: number | string };
    return Number(totalCount);
  }
}
