const { spawnSync } = require('node:child_process');
const startDatabase = require('./database.cjs');
const { missing } = require('./missing.cjs');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

module.exports = async () => {
  const found = NAMES.find((name) => spawnSync(name, ['--version']).status === 0);
  if (found === undefined) {
    throw missing(
      `These tests need a browser, and none of ${NAMES.join(', ')} is on the PATH. Install one, on Debian with: apt-get install chromium`,
    );
  }
  process.env.BROWSER_PATH = spawnSync('which', [found], { encoding: 'utf8' }).stdout.trim();
  await startDatabase();
};
