import { SecurityEventsModule } from '#modules/security-events/security-events.module';
import { EventImport } from '#modules/security-events/importing/event-import';
import { AdminCommand } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { openFile } from './open-file';

interface EventOptions {
  format: string;
  file: string;
}

@Command({
  name: 'events',
  description: 'Imports security events, and derives the affected vendors of every organization.',
  modules: () => [SecurityEventsModule],
})
export class ImportEventsCommand extends AdminCommand<EventOptions> {
  override readonly examples = [
    'import events --format kev --file known_exploited_vulnerabilities.json',
    'import events --format jsonl --file events.jsonl --json',
  ];

  @Option({ flags: '--format <format>', required: true, description: 'kev or jsonl' })
  format(text: string): string {
    return text;
  }

  @Option({ flags: '--file <path>', required: true, description: 'the events, or - for standard input' })
  file(text: string): string {
    return text;
  }

  override async execute(_: string[], { format, file }: EventOptions) {
    let records = 0;
    const bytes = openFile(file, () => records);
    return (await this.service.get(EventImport)).run(bytes, {
      format,
      onProgress: (count) => {
        records = count;
      },
    });
  }
}
