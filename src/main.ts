import { ConfigurationError, readEnv } from '#platform/config/env';
import { serve } from './serve';

serve(readEnvOrExit()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
});

function readEnvOrExit() {
  try {
    return readEnv(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
