import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { projectRoot } from '#platform/config/project-root';
import { takeErrors, type Commander } from './command-line';

/** The command line as a whole: its name and its help. */
@Injectable()
export class Program {
  constructor(@InjectCommander() commander: Commander) {
    takeErrors(commander);
    commander
      .version(version(), '--version', 'print the version of the service')
      .name('npm run cli --')
      .description('Operates the vendor-risk service: also while the server runs, on the database of the same settings.')
      .showSuggestionAfterError()
      .addHelpText(
        'after',
        '\nEvery command takes --json, which prints one JSON document; errors are one on standard error. Exit code 2: wrong arguments; 1: refused or failed. With `npm run --silent cli -- …` nothing else is on standard output.',
      );
  }
}

function version(): string {
  return (JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
