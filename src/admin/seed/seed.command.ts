import { Command, Option, SubCommand } from 'nest-commander';
import { LoadSeed } from './load-seed';
import { AdminCommand, CommandGroup } from '../admin-command';
import { clearDemo, seedDemo } from './demo/demo-organization';
import { readCount } from '../option-values';

interface LoadOptions {
  org: string;
  vendors: number;
  observations: number;
  randomSeed?: number;
}

@SubCommand({ name: 'load', description: 'Fills an organization with generated vendors and observations, for benchmarks.' })
class SeedLoad extends AdminCommand<LoadOptions> {
  override readonly examples = ['seed load --org northwind.com --vendors 5000 --observations 1000000'];

  @Option({ flags: '--org <domain>', required: true, description: 'a domain of the organization' })
  org(text: string): string {
    return text;
  }

  @Option({ flags: '--vendors <count>', required: true, description: 'number of vendors' })
  vendors(text: string): number {
    return readCount('--vendors', text);
  }

  @Option({ flags: '--observations <count>', required: true, description: 'number of observations' })
  observations(text: string): number {
    return readCount('--observations', text);
  }

  @Option({ flags: '--random-seed <number>', description: 'seed of the random generator (default: 1)' })
  randomSeed(text: string): number {
    return readCount('--random-seed', text);
  }

  override async execute(_: string[], { org, vendors, observations, randomSeed = 1 }: LoadOptions) {
    return (await this.service.get(LoadSeed)).run({ organization: org, vendors, observations, randomSeed });
  }
}

@SubCommand({ name: 'demo', description: 'Creates the demo organizations with all their data; existing ones stay unchanged.' })
class SeedDemo extends AdminCommand {
  override readonly examples = ['seed demo --json'];

  override async execute() {
    const { access, counts } = await seedDemo(await this.service.application());
    return { ...access, ...(counts ?? { unchanged: true }) };
  }
}

@SubCommand({ name: 'clear', description: 'Deletes the demo organizations with all their data, and the demo events.' })
class SeedClear extends AdminCommand {
  override readonly examples = ['seed clear --json'];

  override async execute() {
    return clearDemo(await this.service.application());
  }
}

@Command({ name: 'seed', description: 'Generated data.', subCommands: [SeedDemo, SeedClear, SeedLoad] })
class SeedCommand extends CommandGroup {}

export const SEED_COMMANDS = [SeedCommand, SeedDemo, SeedClear, SeedLoad];
