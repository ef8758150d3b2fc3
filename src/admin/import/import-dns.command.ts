import { AvdModule } from '#modules/avd/avd.module';
import { DnsImport } from '#modules/avd/dns-import';
import { Organizations } from '#platform/auth/organizations';
import { AdminCommand } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { openFile } from './open-file';

interface DnsOptions {
  org: string;
  file: string;
  catalogue?: string;
}

@Command({ name: 'dns', description: "Detects the vendors' fourth parties in DNS records and page resources.", modules: () => [AvdModule] })
export class ImportDnsCommand extends AdminCommand<DnsOptions> {
  override readonly examples = [
    'import dns --org northwind.com --file records.jsonl',
    'import dns --org northwind.com --file records.jsonl --catalogue ./signatures --json',
  ];

  @Option({ flags: '--org <domain>', required: true, description: 'a domain of the organization' })
  org(text: string): string {
    return text;
  }

  @Option({
    flags: '--file <path>',
    required: true,
    description: 'dnsx JSON lines, zone-file lines or page resources; - for standard input',
  })
  file(text: string): string {
    return text;
  }

  @Option({ flags: '--catalogue <folder>', description: 'your own signatures, merged over the shipped ones' })
  catalogue(text: string): string {
    return text;
  }

  override async execute(_: string[], { org, file, catalogue }: DnsOptions) {
    const { id } = await (await this.service.get(Organizations)).get(org);
    let records = 0;
    const bytes = openFile(file, () => records);
    return (await this.service.get(DnsImport)).run(bytes, {
      organizationId: id,
      catalogueFolder: catalogue,
      onProgress: (count) => {
        records = count;
      },
    });
  }
}
