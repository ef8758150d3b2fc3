import { nearestName } from '#platform/names/nearest-name';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigurationError, VARIABLES } from './env';
import { projectRoot } from './project-root';

/** Read by Node.js, OpenTelemetry and the PostgreSQL client. */
const OTHERS = /^(?:NODE_|OTEL_|PG|SSL_|UV_|TZ$)/;

/** The environment, completed from a file `.env` next to package.json if there is one. Variables that are already set take precedence. */
export function environment(): NodeJS.ProcessEnv {
  const file = join(projectRoot(), '.env');
  if (!existsSync(file)) return process.env;
  checkNames(Object.keys(parseEnv(readFileSync(file, 'utf8'))));
  process.loadEnvFile(file);
  return process.env;
}

/** A misspelt setting stops the start: it would silently keep its default. */
export function checkNames(names: readonly string[]): void {
  const faults = names
    .filter((name) => !VARIABLES.includes(name) && !OTHERS.test(name))
    .map((name) => `.env sets ${name}, which is no setting${suggestion(name)}`);
  if (faults.length > 0) throw new ConfigurationError(`Invalid configuration: ${faults.join('; ')}.`);
}

function suggestion(name: string): string {
  const nearest = nearestName(name, VARIABLES);
  return nearest === undefined ? '' : `; the nearest is ${nearest}`;
}
