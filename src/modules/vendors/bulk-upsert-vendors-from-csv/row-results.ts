import { MAX_TARGETS, type AuditTarget } from '#platform/audit/record-audit';
import { vendorTarget } from '../vendor-target';
import type { BulkVendorCsvRowResult } from './bulk-upsert-vendors-from-csv.dto';

/** Counts the results of rows, and renders them as JSON text for the answer: ten thousand objects would take long to send and to serialize. */
export class RowResults {
  readonly summary = { total: 0, accepted: 0, rejected: 0, skipped: 0 };
  /** The first accepted vendors, up to the number that the audit log lists. */
  readonly targets: AuditTarget[] = [];

  /** The results without brackets. */
  render(results: readonly BulkVendorCsvRowResult[]): Uint8Array<ArrayBuffer> {
    for (const result of results) this.count(result);
    return new TextEncoder().encode(JSON.stringify(results).slice(1, -1));
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
