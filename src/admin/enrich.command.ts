import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { Enrichment } from '#modules/ingestion/enrichment/enrichment';
import { AdminCommand, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import { openFile } from './import/open-file';

abstract class EnrichCommand extends AdminCommand<{ file: string }> {
  @Option({ flags: '--file <path>', required: true, description: 'the catalogue, plain or gzip-compressed; - for standard input' })
  file(text: string): string {
    return text;
  }
}

@Command({ name: 'kev', description: "Marks observations whose CVE is in CISA's KEV catalogue.", modules: () => [IngestionModule] })
class EnrichKev extends EnrichCommand {
  override readonly examples = ['enrich kev --file known_exploited_vulnerabilities.json'];

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(Enrichment)).kev(openFile(file));
  }
}

@Command({ name: 'epss', description: "Adds the scores of FIRST's EPSS file.", modules: () => [IngestionModule] })
class EnrichEpss extends EnrichCommand {
  override readonly examples = ['enrich epss --file epss_scores-current.csv.gz'];

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(Enrichment)).epss(openFile(file));
  }
}

@Command({
  name: 'capec',
  description: 'Adds attack patterns from a CAPEC STIX bundle, through the CWEs they use.',
  modules: () => [IngestionModule],
})
class EnrichCapec extends EnrichCommand {
  override readonly examples = ['enrich capec --file stix-capec.json'];

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(Enrichment)).capec(openFile(file));
  }
}

export const ENRICH: CommandGroup = {
  name: 'enrich',
  description: 'Enriches observations from public catalogues of CVEs and CWEs.',
  commands: [EnrichKev, EnrichEpss, EnrichCapec],
};
