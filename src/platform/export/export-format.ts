import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const EXPORT_FORMAT = enumeration('ExportFormat', 'EXPORT_FORMAT', ['JSONL', 'CSV', 'PARQUET']);
export type ExportFormat = MemberOf<typeof EXPORT_FORMAT>;

export const DEFAULT_FORMAT: ExportFormat = 'EXPORT_FORMAT_JSONL';

interface FormatFacts {
  mediaType: string;
  extension: string;
  compressible: boolean;
}

export const JSON_LINES = 'application/x-ndjson';

export const FORMATS: Readonly<Record<ExportFormat, FormatFacts>> = {
  EXPORT_FORMAT_JSONL: { mediaType: JSON_LINES, extension: 'jsonl', compressible: true },
  EXPORT_FORMAT_CSV: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv', compressible: true },
  // Parquet pages are already compressed.
  EXPORT_FORMAT_PARQUET: { mediaType: 'application/vnd.apache.parquet', extension: 'parquet', compressible: false },
};
