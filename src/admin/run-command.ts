import { ConfigurationError, readEnv } from '#platform/config/env';
import { toApiError } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';
import { operatorMessage } from '#platform/database/operator-message';
import { COULD_NOT_CHECK, CommandFailed } from './admin-command';
import { asksForJson, commanderExit } from './command-line';
import { printable } from './printable';
import { createProgram } from './program';

/** Exit codes: refused; wrong arguments. A failed command has its own, and what cannot even start could not be checked. */
const REFUSED = 1;
const WRONG_ARGUMENTS = 2;
/** Errors about the content of a file: the arguments were correct. */
const CONTENT = new Set([
  'CATALOGUE_INVALID',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'INVALID_CSV',
  'INVALID_KEY_SET',
  'INVALID_TEMPLATE_FILE',
]);

/** Runs the command and returns its exit code. The result goes to standard output, an error to standard error. */
export async function runCommand(variables: () => NodeJS.ProcessEnv): Promise<number> {
  try {
    await createProgram(() => readEnv(variables())).parseAsync();
    return 0;
  } catch (error) {
    return report(error);
  }
}

/** Prints an error, as one line or as one JSON document, and returns the exit code. */
function report(failure: unknown): number {
  const exit = commanderExit(failure);
  if (exit?.isError === false) return 0;
  if (exit) {
    if (asksForJson()) printJson('INVALID_ARGUMENT', 'WRONG_ARGUMENTS', exit.message);
    return WRONG_ARGUMENTS;
  }
  const { code, reason } = failure instanceof ApiError ? failure : classify(failure);
  if (asksForJson()) printJson(code, reason, explain(failure));
  else process.stderr.write(`error: ${explain(failure)}\n`);
  if (failure instanceof CommandFailed) return failure.exitCode;
  if (!(failure instanceof ApiError) || ['UNAVAILABLE', 'INTERNAL'].includes(code)) return COULD_NOT_CHECK;
  return code === 'INVALID_ARGUMENT' && !CONTENT.has(reason) ? WRONG_ARGUMENTS : REFUSED;
}

function printJson(code: string, reason: string, message: string): void {
  process.stderr.write(`${printable(JSON.stringify({ error: { code, reason, message } }))}\n`);
}

function classify(failure: unknown): { code: string; reason: string } {
  if (failure instanceof ConfigurationError) return failedPrecondition('CONFIGURATION_INVALID');
  if (failure instanceof CommandFailed) return failedPrecondition('COMMAND_FAILED');
  return toApiError(failure) ?? { code: 'INTERNAL', reason: 'INTERNAL' };
}

function failedPrecondition(reason: string): { code: string; reason: string } {
  return { code: 'FAILED_PRECONDITION', reason };
}

/** The message for the operator: an API error by its message, a defect with its stack. */
function explain(failure: unknown): string {
  if (failure instanceof ApiError || failure instanceof CommandFailed) return printable(failure.message);
  const known = operatorMessage(failure);
  if (known !== undefined) return printable(known);
  const stack = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return stack.split('\n').map(printable).join('\n');
}
