import { NotFound } from '#platform/errors/api-error';
import { Lifecycle, stageOf } from '#platform/operations/lifecycle';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { allModules } from '../modules';
import { AdminCommand, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import { readMoment } from './option-values';

@Command({ name: 'list', description: 'Lists all operations with their stage, and the sunset of deprecated ones.', modules: allModules })
class OperationList extends AdminCommand {
  override async execute() {
    const { operations } = await this.service.get(OperationRegistry);
    const deprecations = await (await this.service.get(Lifecycle)).deprecations();
    return operations.map(({ spec, method, path }) => {
      const deprecation = deprecations.get(spec.name);
      return {
        name: spec.name,
        stage: stageOf(spec.stage, deprecation, Date.now()),
        version: spec.version,
        method,
        path,
        ...(deprecation && {
          deprecatedAt: deprecation.deprecatedAt.toISOString(),
          sunsetAt: deprecation.sunsetAt.toISOString(),
          replacement: deprecation.replacement,
        }),
      };
    });
  }
}

interface DeprecateOptions {
  sunset: Date;
  replacement: string;
}

@Command({
  name: 'deprecate',
  arguments: '<name>',
  description:
    'Deprecates an operation, without a release: its answers carry the headers Deprecation, Sunset and Link at once, and it answers 410 from the sunset on. A passed sunset cannot be undone.',
  argsDescription: { name: 'the operation, such as GetVendorGroups' },
  modules: allModules,
})
class OperationDeprecate extends AdminCommand<DeprecateOptions> {
  override readonly examples = ['operation deprecate GetVendorGroups --sunset 2028-06-30 --replacement https://docs.example.com/v2/groups'];

  @Option({ flags: '--sunset <day>', required: true, description: 'the sunset: at least 12 months after the deprecation' })
  sunset(text: string): Date {
    return readMoment('--sunset', text);
  }

  @Option({
    flags: '--replacement <url>',
    required: true,
    description: 'the replacement: a documentation URL, or the path of the successor',
  })
  replacement(text: string): string {
    return text;
  }

  override async execute([name]: [string], { sunset, replacement }: DeprecateOptions) {
    if (!(await this.service.get(OperationRegistry)).find(name)) throw new NotFound('operation', name);
    const { operation, deprecatedAt, sunsetAt, ...rest } = await (await this.service.get(Lifecycle)).deprecate(name, sunset, replacement);
    return { name: operation, deprecatedAt: deprecatedAt.toISOString(), sunsetAt: sunsetAt.toISOString(), ...rest };
  }
}

const COMMANDS = [OperationList, OperationDeprecate];

export const OPERATION: CommandGroup = { name: 'operation', description: 'The lifecycle of operations.', commands: COMMANDS };
