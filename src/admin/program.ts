import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import type { Commander } from './admin-command';

/** The command line as a whole: its name and its help. */
@Injectable()
export class Program {
  constructor(@InjectCommander() commander: Commander) {
    commander
      .name('npm run cli --')
      .description('Operates the vendor-risk service: also while the server runs, on the database of the same settings.')
      .showSuggestionAfterError()
      .addHelpText(
        'after',
        '\nEvery command takes --json, which prints one JSON document. With `npm run --silent cli -- …` nothing else is on standard output.',
      );
  }
}
