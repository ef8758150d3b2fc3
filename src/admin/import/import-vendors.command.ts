import { CommandBus } from '@nestjs/cqrs';
import { VendorsModule } from '#modules/vendors/vendors.module';
import { BulkUpsertVendorsFromCsv } from '#modules/vendors/bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.command';
import type { BulkUpsertVendorsFromCsvResponse } from '#modules/vendors/bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.dto';
import { Organizations } from '#platform/auth/organizations';
import { InvalidArgument } from '#platform/errors/api-error';
import { FileText } from '#platform/http/file-text';
import { AdminCommand } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { adminCaller } from '../admin-caller';
import { csvPortions } from './csv-portions';
import { openFile, textsOf } from './open-file';

const SHOWN = 100;

interface VendorOptions {
  org: string;
  file: string;
  dryRun?: boolean;
}

@Command({
  name: 'vendors',
  description: 'Creates and updates vendors from a CSV file of any size, in portions of up to 5,000 rows.',
  modules: () => [VendorsModule],
})
export class ImportVendorsCommand extends AdminCommand<VendorOptions> {
  override readonly examples = ['import vendors --org northwind.com --file vendors.csv'];

  @Option({ flags: '--org <domain>', required: true, description: 'a domain of the organization' })
  org(text: string): string {
    return text;
  }

  @Option({ flags: '--file <path>', required: true, description: 'the CSV file, or - for standard input' })
  file(text: string): string {
    return text;
  }

  @Option({ flags: '--dry-run', description: 'report the outcomes without writing' })
  dryRun(): boolean {
    return true;
  }

  override async execute(_: string[], { org, file, dryRun = false }: VendorOptions) {
    const caller = adminCaller(await (await this.service.get(Organizations)).get(org), 'import vendors');
    const commands = await this.service.get(CommandBus);
    const counts = { total: 0, accepted: 0, rejected: 0, skipped: 0 };
    const rejections: { row: string; code?: string; message?: string }[] = [];
    const bytes = openFile(file, () => counts.total);
    for await (const csv of csvPortions(textsOf(bytes))) {
      const answer = await commands
        .execute(new BulkUpsertVendorsFromCsv(caller, { csv: FileText.of(csv), dryRun }))
        .catch((error: unknown) => {
          throw counts.total > 0 && error instanceof InvalidArgument ? after(counts.total, error) : error;
        });
      const { summary, rowResults } = JSON.parse(answer.text) as BulkUpsertVendorsFromCsvResponse;
      for (const { rowIndex, outcome, code, message } of rowResults) {
        if (outcome !== 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED' || rejections.length === SHOWN) continue;
        rejections.push({ row: String(counts.total + Number(rowIndex)), code, message });
      }
      counts.total += summary.total;
      counts.accepted += summary.accepted;
      counts.rejected += summary.rejected;
      counts.skipped += summary.skipped;
    }
    return { ...counts, rejections };
  }
}

/** The portions before an unreadable one are written. */
function after(rows: number, { message, reason }: InvalidArgument): InvalidArgument {
  return new InvalidArgument(`After row ${rows}: ${message} The rows up to there are imported.`, reason);
}
