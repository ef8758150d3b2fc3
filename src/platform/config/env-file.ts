import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root';

/** The environment, filled up from a file `.env` beside package.json where there is one; what is set already stays. */
export function environment(): NodeJS.ProcessEnv {
  const file = join(projectRoot(), '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}
