import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root';

/** The environment, completed from a file `.env` next to package.json if there is one. Variables that are already set take precedence. */
export function environment(): NodeJS.ProcessEnv {
  const file = join(projectRoot(), '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}
