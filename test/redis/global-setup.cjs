const { spawnSync } = require('node:child_process');
const startDatabase = require('../support/global-setup.cjs');

module.exports = async () => {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    throw new Error(
      'These tests need a real Redis, and there is no redis-server on the PATH: install it (Debian: apt-get install redis-server).',
    );
  }
  await startDatabase();
};
