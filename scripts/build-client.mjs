// Compiles client/src to ES modules in client/dist. Types are checked by `npm run check -- types` and written by `npm run build -w client`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const client = fileURLToPath(new URL('../client', import.meta.url));
const { config } = ts.readConfigFile(join(client, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, client);

rmSync(join(client, 'dist'), { recursive: true, force: true });
for (const file of readdirSync(join(client, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'))) {
  const { outputText } = ts.transpileModule(readFileSync(join(client, 'src', file), 'utf8'), {
    compilerOptions: { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    fileName: file,
  });
  const target = join(client, 'dist', file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
