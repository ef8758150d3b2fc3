import { CommandBus } from '@nestjs/cqrs';
import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { ImportFindings } from '#modules/ingestion/import-findings.command';
import { ACTOR_TYPE } from '#shared/observation.enums';
import { byOperator } from '#platform/audit/audit-call';
import { Organizations } from '#platform/auth/organizations';
import { hasVrm } from '#platform/identity/has-vrm';
import { AdminCommand } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { openFile } from './open-file';

interface ObservationOptions {
  org: string;
  format?: string;
  file: string;
  vendor?: string;
  closeMissing?: boolean;
  dryRun?: boolean;
}

@Command({
  name: 'observations',
  description: "Imports a scanner's findings: the whole file or nothing.",
  modules: () => [IngestionModule],
})
export class ImportObservationsCommand extends AdminCommand<ObservationOptions> {
  override readonly examples = [
    'import observations --org northwind.com --format nuclei --file results.json --close-missing',
    'import observations --org northwind.com --file zap.xml',
    'import observations --org northwind.com --format grype --file sbom.json --vendor acme.com --dry-run --json',
  ];

  @Option({ flags: '--org <domain>', required: true, description: 'a domain of the organization' })
  org(text: string): string {
    return text;
  }

  @Option({
    flags: '--format <format>',
    description:
      'jsonl, nuclei, sarif, asff, nmap, grype, testssl, zap, openvas, nessus, trivy, cyclonedx or riskrecon; recognized from the file by default',
  })
  format(text: string): string {
    return text;
  }

  @Option({ flags: '--file <path>', required: true, description: 'the file, or - for standard input' })
  file(text: string): string {
    return text;
  }

  @Option({ flags: '--vendor <domain>', description: 'fallback vendor for findings whose host matches no vendor' })
  vendor(text: string): string {
    return text;
  }

  @Option({ flags: '--close-missing', description: 'resolve findings that the same source reported earlier and does not report now' })
  closeMissing(): boolean {
    return true;
  }

  @Option({ flags: '--dry-run', description: 'report the counts without writing' })
  dryRun(): boolean {
    return true;
  }

  override async execute(_: string[], options: ObservationOptions) {
    const organization = await (await this.service.get(Organizations)).get(options.org);
    let records = 0;
    const bytes = openFile(options.file, () => records);
    const command = new ImportFindings(bytes, {
      organizationId: organization.id,
      vrm: hasVrm({ vrmEnabled: organization.vrm, vrmUntil: organization.vrmUntil ? Date.parse(organization.vrmUntil) : undefined }),
      format: options.format,
      vendor: options.vendor,
      closeMissing: options.closeMissing,
      dryRun: options.dryRun,
      actor: { type: ACTOR_TYPE.toNumber('ACTOR_TYPE_ADMIN'), name: 'Import by command' },
      call: byOperator('import observations', organization.id),
      onProgress: (count) => {
        records = count;
      },
    });
    return (await this.service.get(CommandBus)).execute(command);
  }
}
