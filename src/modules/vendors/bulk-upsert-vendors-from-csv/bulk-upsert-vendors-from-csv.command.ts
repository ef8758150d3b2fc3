import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { lockObservations } from '#modules/observations/observation-lock';
import { freeSlots, lockDirectory } from '../directory-lock';
import { followVendors, type VendorChanges } from '../vendor-observations';
import type { BulkVendorCsvRowOutcome } from '../vendor.enums';
import type {
  BulkUpsertVendorsFromCsvRequest,
  BulkUpsertVendorsFromCsvResponse,
  BulkVendorCsvRowResult,
} from './bulk-upsert-vendors-from-csv.dto';
import { readVendorCsv, type CsvRow } from './csv';
import { planUpsert, type UpsertPlan } from './plan-upsert';
import { findStanding, writeUpsert } from './upsert.sql';

export class BulkUpsertVendorsFromCsv extends Command<BulkUpsertVendorsFromCsvResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkUpsertVendorsFromCsvRequest,
  ) {
    super();
  }
}

const LIMITS = { statementMs: 60_000, lockMs: 15_000 };

@CommandHandler(BulkUpsertVendorsFromCsv)
export class BulkUpsertVendorsFromCsvHandler implements ICommandHandler<BulkUpsertVendorsFromCsv> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: BulkUpsertVendorsFromCsv): Promise<BulkUpsertVendorsFromCsvResponse> {
    const { organizationId } = caller;
    const dryRun = request.dryRun ?? false;
    const rows = readRows(request.csv);
    const domains = rows.flatMap((row) => (row.outcome === 'valid' ? [row.fields.domainName] : []));
    const plan = await this.database.transaction(
      organizationId,
      async (tx) => {
        if (!dryRun) {
          await lockDirectory(tx, organizationId);
          await lockObservations(tx, organizationId);
        }
        const standing = await findStanding(tx, organizationId, domains, !dryRun);
        const planned = planUpsert(rows, standing, await freeSlots(tx, organizationId));
        if (!dryRun) {
          await writeUpsert(tx, organizationId, planned);
          await followVendors(tx, organizationId, changesOf(planned));
        }
        return planned;
      },
      LIMITS,
    );
    return { rowResults: plan.results, summary: summaryOf(plan.results) };
  }
}

function readRows(csv: string): CsvRow[] {
  const read = readVendorCsv(csv);
  if ('rows' in read) return read.rows;
  const violations = read.problems.map((description) => ({ field: 'csv', description }));
  throw new InvalidArgument(`csv: ${read.problems.join(' ')}`, 'INVALID_CSV', violations);
}

/** New vendors have no observations yet. */
function changesOf({ changed }: UpsertPlan): VendorChanges {
  const turned = changed.filter(
    ({ standing, columns }) => columns.isMonitored !== undefined && columns.isMonitored !== standing.isMonitored,
  );
  return {
    started: turned.filter(({ columns }) => columns.isMonitored).map(({ standing }) => standing.domainName),
    stopped: turned.filter(({ columns }) => !columns.isMonitored).map(({ standing }) => standing.domainName),
    renamed: changed.flatMap(({ standing: { domainName, companyName: before }, columns: { companyName } }) =>
      companyName !== undefined && companyName !== before ? [{ domainName, companyName }] : [],
    ),
  };
}

function summaryOf(results: readonly BulkVendorCsvRowResult[]) {
  const count = (outcome: BulkVendorCsvRowOutcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    total: results.length,
    accepted: count('BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED'),
    rejected: count('BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED'),
    skipped: count('BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED'),
  };
}
