import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import type { ZodType } from 'zod';
import { projectRoot } from '#platform/config/project-root';

const root = projectRoot();
/** Inside the project, so that the code finds its packages. */
const folder = join(root, '.tmp', `generated-${process.pid}`);

/** The output of openapi-typescript for openapi.json. */
export function generatedTypes(): string {
  const file = join(prepared(), 'types.ts');
  const generator = join(root, 'node_modules/openapi-typescript/bin/cli.js');
  execFileSync(process.execPath, [generator, join(root, 'openapi.json'), '-o', file], { cwd: folder, stdio: 'pipe' });
  return file;
}

/** The output of orval for openapi.json: zod schemas. */
export function generatedZod(): string {
  const config = join(prepared(), 'orval.cjs');
  const settings = { input: join(root, 'openapi.json'), output: { client: 'zod', mode: 'single', target: join(folder, 'zod.ts') } };
  writeFileSync(config, `module.exports = ${JSON.stringify({ api: settings })};`);
  execFileSync(process.execPath, [join(root, 'node_modules/orval/dist/bin/orval.js'), '--config', config], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'zod.ts');
}

let schemas: Map<string, ZodType> | undefined;

/** The schemas of successful answers, by operation. */
export function zodSchemas(): ReadonlyMap<string, ZodType> {
  if (schemas) return schemas;
  const { outputText } = ts.transpileModule(readFileSync(generatedZod(), 'utf8'), { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const file = join(folder, 'zod.cjs');
  writeFileSync(file, outputText);
  const exported = createRequire(file)(file) as Record<string, ZodType>;
  const answers = Object.entries(exported).filter(([name]) => name.endsWith('Response'));
  schemas = new Map(answers.map(([name, schema]) => [`${name.charAt(0).toUpperCase()}${name.slice(1, -'Response'.length)}`, schema]));
  return schemas;
}

function prepared(): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}
