const { spawnSync } = require('node:child_process');
const startDatabase = require('./database.cjs');
const { missing } = require('./missing.cjs');

module.exports = async () => {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    throw missing(
      'These tests need a real Redis, and there is no redis-server on the PATH. Install it, on Debian with: apt-get install redis-server',
    );
  }
  await startDatabase();
};
