import { Bool, Choices, fieldsOf, Int64, Member, Text, type Class } from '#platform/http/fields';
import { EXPORT_FORMAT, type ExportFormat } from './export-format';

/** What every export takes beside the filters of its list. */
export class ExportRequest {
  @Member(EXPORT_FORMAT, { optional: true, description: 'Unset: JSONL.' })
  format?: ExportFormat;
}

/** Some of a resource's fields, by name. */
export function FieldNames(type: Class, ids: readonly string[]): PropertyDecorator {
  return Choices([...fieldsOf(type).keys()], {
    optional: true,
    example: [...ids],
    description: `Names of the fields to return; unset: all. Always returned: ${ids.join(', ')}.`,
  });
}

/** The last line of an export in JSON lines. An export without it is not complete. */
export class ExportEnd {
  @Bool({ example: true, description: 'false: the export failed, and reason and message say why.' })
  exportComplete!: boolean;

  @Int64({ min: 0n, example: '4211', description: 'Lines before this one.' })
  rows!: string;

  @Text({ max: 64, optional: true, example: 'EXPORT_TIMEOUT' })
  reason?: string;

  @Text({ max: 1024, optional: true })
  message?: string;
}
