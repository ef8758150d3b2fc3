import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import type { ZodType } from 'zod';
import { projectRoot } from '#platform/config/project-root';

const root = projectRoot();
const openapi = join(root, 'openapi.json');
/** Inside the project, so that the code finds its packages. Kept until openapi.json or a package changes: generating takes seconds. */
const folder = join(root, '.tmp', `generated-${digestOf(openapi, join(root, 'package-lock.json'))}`);

/** The output of openapi-typescript for openapi.json. */
export function generatedTypes(): string {
  return generated('types.ts', (file) => {
    run('openapi-typescript/bin/cli.js', openapi, '-o', file);
  });
}

/** The output of orval for openapi.json: zod schemas. */
export function generatedZod(): string {
  return generated('zod.ts', (file) => {
    const config = `${file}.cjs`;
    const settings = { input: openapi, output: { client: 'zod', mode: 'single', target: file } };
    writeFileSync(config, `module.exports = ${JSON.stringify({ api: settings })};`);
    run('orval/dist/bin/orval.js', '--config', config);
    rmSync(config);
  });
}

let schemas: Map<string, ZodType> | undefined;

/** The schemas of successful answers, by operation. */
export function zodSchemas(): ReadonlyMap<string, ZodType> {
  if (schemas) return schemas;
  const source = generatedZod();
  const file = generated('zod.cjs', (draft) => {
    const options = { compilerOptions: { module: ts.ModuleKind.CommonJS } };
    writeFileSync(draft, ts.transpileModule(readFileSync(source, 'utf8'), options).outputText);
  });
  const exported = createRequire(file)(file) as Record<string, ZodType>;
  const answers = Object.entries(exported).filter(([name]) => name.endsWith('Response'));
  schemas = new Map(answers.map(([name, schema]) => [`${name.charAt(0).toUpperCase()}${name.slice(1, -'Response'.length)}`, schema]));
  return schemas;
}

/** A file of the folder, made if it is not there yet. Another process may make the same one meanwhile. */
function generated(name: string, make: (draft: string) => void): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  prepareFolder();
  const draft = join(folder, `draft-${process.pid}-${name}`);
  make(draft);
  renameSync(draft, file);
  return file;
}

/** Makes the folder, and removes those of other states of the project. */
function prepareFolder(): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const others = readdirSync(dirname(folder)).filter((name) => name.startsWith('generated-') && name !== basename(folder));
  for (const name of others) rmSync(join(dirname(folder), name), { recursive: true, force: true });
}

function run(program: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: folder, stdio: 'pipe' });
}

function digestOf(...files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
