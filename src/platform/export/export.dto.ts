import { Bool, Int64, Member, Text } from '#platform/fields/fields';
import { EXPORT_FORMAT, type ExportFormat } from './export-format';

/** What every export takes in addition to the filters of its list. */
export class ExportRequest {
  @Member(EXPORT_FORMAT, { optional: true, description: 'Unset: JSONL.' })
  format?: ExportFormat;
}

/** The last line of an export in JSON lines. An export without it is not complete. */
export class ExportEnd {
  @Bool({ example: true, description: 'false: the export failed; see reason and message.' })
  exportComplete!: boolean;

  @Int64({ min: 0n, example: '4211', description: 'Number of lines before this one.' })
  rows!: string;

  @Text({ max: 64, optional: true, example: 'EXPORT_TIMEOUT' })
  reason?: string;

  @Text({ max: 1024, optional: true })
  message?: string;
}
