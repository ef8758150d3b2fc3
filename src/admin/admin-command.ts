import { Injectable } from '@nestjs/common';
import { CommandRunner, Help, Option } from 'nest-commander';
import { asksForJson, takeErrors, type Commander } from './command-line';
import { formatResult } from './format-result';
import { Service } from './service';

/** A command that ran and failed; its message is printed without a stack trace. */
export class CommandFailed extends Error {}

/** A command group such as `org`: it only prints its subcommands. */
@Injectable()
export abstract class CommandGroup extends CommandRunner {
  run(args: string[]): Promise<void> {
    const unknown = args.find((arg) => arg !== '--json');
    if (unknown !== undefined) this.command.error(`error: unknown command '${unknown}'\n(use --help for the list of commands)`);
    this.command.help({ error: true });
  }

  override setCommand(command: Commander): this {
    takeErrors(command);
    command.allowUnknownOption(); // --json may follow a command that does not exist
    return super.setCommand(command);
  }
}

/** A command: it returns a result, which is printed as a table or as one JSON document. */
@Injectable()
export abstract class AdminCommand<Options extends object = object, Result extends object = object> extends CommandRunner {
  /** Examples for the help text. */
  protected readonly examples: readonly string[] = [];

  constructor(protected readonly service: Service) {
    super();
  }

  protected abstract execute(args: string[], options: Options): Promise<Result>;

  async run(args: string[], options: Options & { json?: boolean }): Promise<void> {
    const result = await this.execute(args, options);
    process.stdout.write(`${options.json ? JSON.stringify(result) : this.show(result)}\n`);
    const failure = this.failureOf(result);
    if (failure) throw failure;
  }

  protected show(result: Result): string {
    return formatResult(result);
  }

  /** The failure that a result stands for, if any; the result is printed first. */
  protected failureOf(_: Result): CommandFailed | undefined {
    return undefined;
  }

  override setCommand(command: Commander): this {
    takeErrors(command);
    command.allowExcessArguments(false).showHelpAfterError('(use --help for its arguments and options)');
    return super.setCommand(command);
  }

  @Option({ flags: '--json', description: 'print the result as one JSON document' })
  json(): boolean {
    return true;
  }

  @Help('after')
  exampleLines(): string {
    return this.examples.length === 0 ? '' : `\nExamples:\n${this.examples.map((line) => `  npm run cli -- ${line}`).join('\n')}`;
  }

  /** Prints a note to standard error; not with --json. */
  protected say(line: string): void {
    if (!asksForJson()) process.stderr.write(`${line}\n`);
  }
}
