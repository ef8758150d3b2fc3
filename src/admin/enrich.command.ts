import { Command, Option, SubCommand } from 'nest-commander';
import { Enrichment } from '#modules/ingestion/enrichment/enrichment';
import { AdminCommand, CommandGroup } from './admin-command';
import { openFile } from './import/open-file';

abstract class EnrichCommand extends AdminCommand<{ file: string }> {
  @Option({ flags: '--file <path>', required: true, description: 'the catalogue, plain or gzip-compressed; - for standard input' })
  file(text: string): string {
    return text;
  }
}

@SubCommand({ name: 'kev', description: "Marks observations whose CVE is in CISA's KEV catalogue." })
class EnrichKev extends EnrichCommand {
  override readonly examples = ['enrich kev --file known_exploited_vulnerabilities.json'];

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(Enrichment)).kev(openFile(file));
  }
}

@SubCommand({ name: 'epss', description: "Adds the scores of FIRST's EPSS file." })
class EnrichEpss extends EnrichCommand {
  override readonly examples = ['enrich epss --file epss_scores-current.csv.gz'];

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(Enrichment)).epss(openFile(file));
  }
}

@SubCommand({ name: 'capec', description: 'Adds attack patterns from a CAPEC STIX bundle, through the CWEs they use.' })
class EnrichCapec extends EnrichCommand {
  override readonly examples = ['enrich capec --file stix-capec.json'];

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(Enrichment)).capec(openFile(file));
  }
}

@Command({
  name: 'enrich',
  description: 'Enriches observations from public catalogues of CVEs and CWEs.',
  subCommands: [EnrichKev, EnrichEpss, EnrichCapec],
})
class EnrichGroup extends CommandGroup {}

export const ENRICH_COMMANDS = [EnrichGroup, EnrichKev, EnrichEpss, EnrichCapec];
