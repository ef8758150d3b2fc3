import { toApiError } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';
import { Option } from './command.decorator';
import { asksForJson, type Commander } from './command-line';
import { formatResult } from './format-result';
import { printable, printableResult } from './printable';
import type { Service } from './service';

/** The exit code of a verification that was not completed. */
export const COULD_NOT_CHECK = 3;

/** A command that ran and failed; its message is printed without a stack trace. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

/** Runs a verification: when the database fails it, nothing is known to be wrong. */
export async function checking<T>(verification: () => Promise<T>): Promise<T> {
  try {
    return await verification();
  } catch (error) {
    const known = error instanceof ApiError ? undefined : toApiError(error);
    throw known ? new CommandFailed(`Could not be checked: ${(error as Error).message}`, COULD_NOT_CHECK) : error;
  }
}

/** Commands under one name, such as `org`. */
export interface CommandGroup {
  name: string;
  description: string;
  commands: readonly (new (service: Service) => AdminCommand)[];
}

/** A command: it returns a result, which is printed as a table or as one JSON document. */
export abstract class AdminCommand<Options extends object = object, Result extends object = object> {
  /** Examples for the help text. */
  protected readonly examples: readonly string[] = [];

  constructor(protected readonly service: Service) {}

  protected abstract execute(args: string[], options: Options): Promise<Result>;

  async run(args: string[], options: Options & { json?: boolean }): Promise<void> {
    const result = await this.execute(args, options);
    process.stdout.write(`${options.json ? printable(JSON.stringify(result)) : this.show(printableResult(result))}\n`);
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

  /** For a command that commander has to parse differently. */
  configure(_: Commander): void {
    // Most commands are parsed as declared.
  }

  @Option({ flags: '--json', description: 'print the result as one JSON document' })
  json(): boolean {
    return true;
  }

  exampleLines(): string {
    return this.examples.length === 0 ? '' : `\nExamples:\n${this.examples.map((line) => `  vendor-risk ${line}`).join('\n')}`;
  }

  /** Prints a note to standard error; not with --json. */
  protected say(line: string): void {
    if (!asksForJson()) process.stderr.write(`${printable(line)}\n`);
  }
}
