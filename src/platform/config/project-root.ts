import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

let found: string | undefined;

/** The folder of package.json, found from the sources as well as from the compiled output. Data files are read from it. */
export function projectRoot(): string {
  return (found ??= nearestWithPackageJson(__dirname));
}

function nearestWithPackageJson(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`No package.json above ${start}.`);
  }
}
