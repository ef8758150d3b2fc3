import { CommandBus } from '@nestjs/cqrs';
import { VendorsModule } from '#modules/vendors/vendors.module';
import { BulkUpsertVendorsFromCsv } from '#modules/vendors/bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.command';
import type { BulkUpsertVendorsFromCsvResponse } from '#modules/vendors/bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.dto';
import { Organizations } from '#platform/auth/organizations';
import { FileText } from '#platform/http/file-text';
import { AdminCommand } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { adminCaller } from '../admin-caller';
import { readText } from './open-file';

const MAX_CSV = 5_242_880;

interface VendorOptions {
  org: string;
  file: string;
  dryRun?: boolean;
}

@Command({
  name: 'vendors',
  description: 'Creates and updates vendors from a CSV file of at most 10,000 rows and 5 MiB.',
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
    const csv = await readText(file, MAX_CSV);
    const commands = await this.service.get(CommandBus);
    const answer = await commands.execute(new BulkUpsertVendorsFromCsv(caller, { csv: FileText.of(csv), dryRun }));
    const { summary, rowResults } = JSON.parse(answer.text) as BulkUpsertVendorsFromCsvResponse;
    const rejections = rowResults.filter((row) => row.code !== undefined).slice(0, 100);
    const { total, accepted, rejected, skipped } = summary;
    return {
      total,
      accepted,
      rejected,
      skipped,
      rejections: rejections.map(({ rowIndex, code, message }) => ({ row: rowIndex, code, message })),
    };
  }
}
