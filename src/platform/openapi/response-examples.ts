import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';

/** Responses from the demo data, written by test/contract/examples.e2e-spec.ts. */
export function responseExamples(): Record<string, unknown> {
  const file = join(projectRoot(), 'src', 'platform', 'openapi', 'response-examples.json');
  return (examples ??= JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
}
let examples: Record<string, unknown> | undefined;
