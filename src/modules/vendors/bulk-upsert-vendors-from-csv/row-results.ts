import { MAX_TARGETS, type AuditTarget } from '#platform/audit/record-audit';
import { JsonText } from '#platform/http/json-text';
import { vendorTarget } from '../vendor-target';
import type { BulkUpsertVendorsFromCsvResponse, BulkVendorCsvRowResult } from './bulk-upsert-vendors-from-csv.dto';

/** Collects the results as JSON text for the answer: ten thousand objects would take long to collect, and then long to serialize. */
export class RowResults {
  readonly summary = { total: 0, accepted: 0, rejected: 0, skipped: 0 };
  /** The first accepted vendors, up to the number that the audit log lists. */
  readonly targets: AuditTarget[] = [];
  private readonly pieces: Buffer[] = [];

  add(results: readonly BulkVendorCsvRowResult[]): void {
    if (results.length === 0) return;
    for (const result of results) this.count(result);
    this.pieces.push(Buffer.from(`${this.pieces.length === 0 ? '' : ','}${JSON.stringify(results).slice(1, -1)}`));
  }

  answer(): JsonText<BulkUpsertVendorsFromCsvResponse> {
    const end = `],"summary":${JSON.stringify(this.summary)}}`;
    return new JsonText(Buffer.concat([Buffer.from('{"rowResults":['), ...this.pieces, Buffer.from(end)]));
  }

  private count({ outcome, id, domainName }: BulkVendorCsvRowResult): void {
    this.summary.total += 1;
    if (outcome === 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED') this.summary.rejected += 1;
    else if (outcome === 'BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED') this.summary.skipped += 1;
    else {
      this.summary.accepted += 1;
      if (this.targets.length < MAX_TARGETS && id !== undefined && domainName !== undefined)
        this.targets.push(vendorTarget({ id, domainName }));
    }
  }
}
