import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { projectRoot } from '#platform/config/project-root';
import { takeErrors, type Commander } from './command-line';

/** Configures the root command: name, version and help. */
@Injectable()
export class Program {
  constructor(@InjectCommander() commander: Commander) {
    takeErrors(commander);
    commander
      .version(version(), '--version', 'print the version of the service')
      .name('npm run cli --')
      .description('Operates the vendor-risk service. Uses the database of the settings, also while the server runs.')
      .showSuggestionAfterError()
      .addHelpText(
        'after',
        '\nEvery command accepts --json, which prints the result as one JSON document, and errors as one on standard error. Exit code 2: wrong arguments; 1: refused or failed. With `npm run --silent cli -- …` nothing else is on standard output.',
      );
  }
}

function version(): string {
  return (JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
