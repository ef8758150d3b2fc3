import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Bool, File, Int32, Int64, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import type { FileText } from '#platform/http/file-text';
import { BULK_VENDOR_CSV_ROW_OUTCOME, type BulkVendorCsvRowOutcome } from '../vendor.enums';
import { MAX_BODY_BYTES, MAX_ROWS } from './csv-records';

export class BulkUpsertVendorsFromCsvRequest {
  @File({
    max: MAX_BODY_BYTES, // the reader counts its bytes
    example: 'domain_name,company_name,risk_level\nacme-cloud.com,Acme Cloud,HIGH\n',
    description: `The content of the file: at most 5 MiB and ${MAX_ROWS} rows.`,
  })
  csv!: FileText;

  @Bool({ optional: true, example: true, description: 'true: returns the outcomes without changing anything.' })
  dryRun?: boolean;
}

export class BulkVendorCsvRowResult {
  @Int64({ example: '1', description: 'Record number from 1, without the header.' })
  rowIndex!: string;

  @Member(BULK_VENDOR_CSV_ROW_OUTCOME, { example: 'BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED' })
  outcome!: BulkVendorCsvRowOutcome;

  @Text({
    max: 64,
    optional: true,
    description:
      'REJECTED: MISSING_DOMAIN, INVALID_DOMAIN, INVALID_ENUM, INVALID_NUMBER, INVALID_DATE, INVALID_BOOLEAN, FIELD_TOO_LONG, COLUMN_COUNT_MISMATCH, ' +
      'MONITORING_SLOTS_EXHAUSTED. SKIPPED: DUPLICATE_ROW, UNCHANGED, VENDOR_OFFBOARDED.',
  })
  code?: string;

  @Text({ max: 1000, optional: true, description: 'Set together with code.' })
  message?: string;

  @Text({
    max: 36,
    optional: true,
    example: EXAMPLE_ID,
    description: 'Vendor.id, unless the row is REJECTED. Absent in a dry run for vendors that would be created.',
  })
  id?: string;

  @Text({
    max: 253,
    optional: true,
    example: 'acme-cloud.com',
    description: 'Vendor.domainName; absent when the cell is empty or not a domain.',
  })
  domainName?: string;
}

export class BulkVendorCsvSummary {
  @Int32({ example: 3, description: 'Rows without the header.' })
  total!: number;

  @Int32({ example: 1 })
  accepted!: number;

  @Int32({ example: 1 })
  rejected!: number;

  @Int32({ example: 1 })
  skipped!: number;
}

export class BulkUpsertVendorsFromCsvResponse {
  @NestedList(() => BulkVendorCsvRowResult, { maxItems: MAX_ROWS, description: 'In the order of the file.' })
  rowResults!: BulkVendorCsvRowResult[];

  @Nested(() => BulkVendorCsvSummary)
  summary!: BulkVendorCsvSummary;
}
