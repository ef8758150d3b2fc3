// Compiles what nest-cli.json names into dist, as .swcrc says: what `nest build` does, without the 200 packages of its CLI.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const IGNORED = /\.(?:spec|d)\.ts$|^trials.cluster/;
const root = fileURLToPath(new URL('..', import.meta.url));
const { compilerOptions } = JSON.parse(await readFile(join(root, 'nest-cli.json'), 'utf8'));
/** The image has no bench and no trials. */
export const FOLDERS = compilerOptions.builder.options.filenames.filter((folder) => existsSync(join(root, folder)));

export async function build() {
  const { transformFile } = await import('@swc/core'); // a start that finds everything built does not load it
  const dist = join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  const compile = async (file) => {
    const target = join(dist, file.replace(/\.ts$/, '.js'));
    const name = target.slice(dirname(target).length + 1);
    const { code, map } = await transformFile(join(root, file), { cwd: root, sourceFileName: relative(dirname(target), join(root, file)) });
    await mkdir(dirname(target), { recursive: true });
    await Promise.all([writeFile(target, `${code}\n//# sourceMappingURL=${name}.map`), writeFile(`${target}.map`, map)]);
  };
  const folders = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file))),
  );
  await Promise.all(
    folders
      .flat()
      .filter((file) => file.endsWith('.ts') && !IGNORED.test(file))
      .map(compile),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
