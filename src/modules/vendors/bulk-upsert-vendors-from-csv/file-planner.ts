import type { AuditTarget } from '#platform/audit/record-audit';
import { rowIds } from '#platform/database/row-ids';
import type { VendorChanges } from '../vendor-observations';
import type { BulkVendorCsvRowResult } from './bulk-upsert-vendors-from-csv.dto';
import type { CsvRow } from './csv';
import { planUpsert, type UpsertPlan } from './plan-upsert';
import { RowResults } from './row-results';
import { readStanding, writesOf, type UpsertWrites } from './upsert.sql';

/** What becomes of a portion. */
export interface PlannedPortion {
  writes: UpsertWrites;
  /** JSON of the results of its rows, without brackets. */
  results: Uint8Array<ArrayBuffer>;
  /** Remaining monitoring slots. */
  freeSlots: number;
}

/** What becomes of the whole file. */
export interface FileOutcome {
  summary: RowResults['summary'];
  /** The first accepted vendors. */
  targets: readonly AuditTarget[];
  changes: VendorChanges;
  /** Domains of new vendors that are monitored. */
  monitoredFromTheStart: readonly string[];
}

/** Plans a file portion by portion. */
export class FilePlanner {
  private readonly results = new RowResults();
  private readonly ids = new Map<string, string>();
  private readonly started: string[] = [];
  private readonly stopped: string[] = [];
  private readonly renamed: { domainName: string; companyName: string }[] = [];
  private readonly monitoredFromTheStart: string[] = [];

  constructor(private readonly dryRun: boolean) {}

  get outcome(): FileOutcome {
    const { started, stopped, renamed, monitoredFromTheStart } = this;
    const { summary, targets } = this.results;
    return { summary, targets, changes: { started, stopped, renamed }, monitoredFromTheStart };
  }

  plan(rows: readonly CsvRow[], known: { standing: string; freeSlots: number }): PlannedPortion {
    const standing = readStanding(known.standing);
    const plan = planUpsert(rows, standing, known.freeSlots);
    const newIds = this.dryRun ? [] : rowIds(plan.created.length);
    for (const { domainName, id } of standing.values()) this.ids.set(domainName, id);
    newIds.forEach((id, index) => this.ids.set((plan.created[index] as { domainName: string }).domainName, id));
    this.note(plan);
    this.nameVendors(plan.results);
    return { writes: writesOf(plan, newIds), results: this.results.render(plan.results), freeSlots: plan.freeSlots };
  }

  /** New vendors have no observations yet. */
  private note({ created, changed }: UpsertPlan): void {
    for (const { domainName, columns } of created) if (columns.isMonitored) this.monitoredFromTheStart.push(domainName);
    for (const { standing, columns } of changed) {
      const { domainName } = standing;
      const { isMonitored, companyName } = columns;
      if (isMonitored !== undefined && isMonitored !== standing.isMonitored) (isMonitored ? this.started : this.stopped).push(domainName);
      if (companyName !== undefined && companyName !== standing.companyName) this.renamed.push({ domainName, companyName });
    }
  }

  /** A row that repeats a domain also names that vendor, whose first row came earlier. */
  private nameVendors(results: readonly BulkVendorCsvRowResult[]): void {
    for (const result of results) {
      const id = this.ids.get(result.domainName ?? '');
      if (id !== undefined && result.outcome !== 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED') result.id = id;
    }
  }
}
