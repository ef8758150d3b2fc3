import { CommandFactory } from 'nest-commander';
import { ConfigurationError, readEnv } from '#platform/config/env';
import { toApiError } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';
import { CommandFailed } from './admin-command';
import { AdminModule } from './admin.module';

/** Runs the command of the command line and says how it went: its result on standard output, its error on standard error. */
export async function runCommand(variables: NodeJS.ProcessEnv): Promise<number> {
  let failure: unknown;
  try {
    const env = readEnv(variables);
    const app = await CommandFactory.createWithoutRunning(AdminModule.with(env), {
      logger: false,
      abortOnError: false,
      serviceErrorHandler: (error) => {
        failure = error;
      },
    });
    try {
      await CommandFactory.runApplication(app);
    } finally {
      await app.close();
    }
  } catch (error) {
    failure ??= error;
  }
  if (failure === undefined) return 0;
  process.stderr.write(`error: ${explain(failure)}\n`);
  return 1;
}

/** What the operator is told: a refusal in its own words, a defect with its stack. */
function explain(failure: unknown): string {
  if (failure instanceof ApiError || failure instanceof ConfigurationError || failure instanceof CommandFailed) return failure.message;
  const known = toApiError(failure);
  if (known) return `${known.message} (${(failure as Error).message})`;
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
