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
    .map((name) => `.env sets ${name}, which is no setting; the nearest is ${nearest(name)}`);
  if (faults.length > 0) throw new ConfigurationError(`Invalid configuration: ${faults.join('; ')}.`);
}

function nearest(name: string): string {
  const [best = ''] = [...VARIABLES].sort((one, other) => distance(one, name) - distance(other, name));
  return best;
}

/** How many characters to insert, delete or replace to get from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...from.toUpperCase()].entries()) {
    let left = above + 1;
    row = row.map((cost, index) => {
      if (index === 0) return left;
      const replaced = (row[index - 1] ?? 0) + (letter === to.toUpperCase()[index - 1] ? 0 : 1);
      return (left = Math.min(left + 1, cost + 1, replaced));
    });
  }
  return row.at(-1) ?? 0;
}
