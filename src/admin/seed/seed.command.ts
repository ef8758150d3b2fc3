import { allModules } from '../../modules';
import { LoadSeed } from '#admin/seed/load-seed';
import { AdminCommand, type CommandGroup } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { clearDemo, seedDemo } from '#admin/seed/demo/demo-organization';
import { readCount } from '../option-values';

interface LoadOptions {
  org: string;
  vendors: number;
  observations: number;
  randomSeed?: number;
}

@Command({
  name: 'load',
  description: 'Fills an organization with generated vendors and observations, for benchmarks.',
  modules: allModules,
})
class SeedLoad extends AdminCommand<LoadOptions> {
  override readonly examples = ['seed load --org northwind.com --vendors 100 --observations 20000'];

  @Option({ flags: '--org <domain>', required: true, description: 'a domain of the organization' })
  org(text: string): string {
    return text;
  }

  @Option({
    flags: '--vendors <count>',
    required: true,
    description: 'number of vendors; the organization gets the monitoring slots that they need',
  })
  vendors(text: string): number {
    return readCount('--vendors', text);
  }

  @Option({ flags: '--observations <count>', required: true, description: 'number of observations' })
  observations(text: string): number {
    return readCount('--observations', text);
  }

  @Option({
    flags: '--random-seed <number>',
    description: 'seed of the random generator (default: 1); each adds its observations to an organization only once',
  })
  randomSeed(text: string): number {
    return readCount('--random-seed', text);
  }

  override async execute(_: string[], { org, vendors, observations, randomSeed = 1 }: LoadOptions) {
    return (await this.service.get(LoadSeed)).run({ organization: org, vendors, observations, randomSeed });
  }
}

@Command({
  name: 'demo',
  description: 'Creates the demo organizations with all their data; existing ones stay unchanged.',
  modules: allModules,
})
class SeedDemo extends AdminCommand {
  override readonly examples = ['seed demo --json'];

  override async execute() {
    const { access, counts } = await seedDemo(await this.service.application());
    return { ...access, ...(counts ?? { unchanged: true }) };
  }
}

@Command({ name: 'clear', description: 'Deletes the demo organizations with all their data, and the demo events.', modules: allModules })
class SeedClear extends AdminCommand {
  override readonly examples = ['seed clear --json'];

  override async execute() {
    return clearDemo(await this.service.application());
  }
}

export const SEED: CommandGroup = { name: 'seed', description: 'Generated data.', commands: [SeedDemo, SeedClear, SeedLoad] };
