import { QuestionnairesModule } from '#modules/questionnaires/questionnaires.module';
import { TemplateImport } from '#modules/questionnaires/template-import';
import { AdminCommand } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { readText } from './open-file';

const MAX_BYTES = 10_485_760;

@Command({
  name: 'templates',
  description: 'Adds questionnaire templates from a JSON file; a template with an existing id is replaced.',
  modules: () => [QuestionnairesModule],
})
export class ImportTemplatesCommand extends AdminCommand<{ file: string }> {
  override readonly examples = ['import templates --file supplier-audit.json'];

  @Option({ flags: '--file <path>', required: true, description: 'the templates, or - for standard input' })
  file(text: string): string {
    return text;
  }

  override async execute(_: string[], { file }: { file: string }) {
    return (await this.service.get(TemplateImport)).import(await readText(file, MAX_BYTES));
  }
}
