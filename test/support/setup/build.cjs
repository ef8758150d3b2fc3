const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

const ROOT = join(__dirname, '..', '..', '..');
const DIST = join(ROOT, 'dist');

/** Compiles what changed. A watching Jest runs specs in this process too, which must not keep the files of the last build. */
module.exports = () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build-if-stale.mjs')], { stdio: 'inherit' });
  for (const path of Object.keys(require.cache)) if (path.startsWith(DIST)) delete require.cache[path];
};
