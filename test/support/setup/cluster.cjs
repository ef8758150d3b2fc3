const { spawnSync } = require('node:child_process');
const startDatabase = require('./database.cjs');
const { missing } = require('./missing.cjs');

const PROGRAMS = { 'redis-server': '--version', pgbouncer: '--version', haproxy: '-v' };

module.exports = async () => {
  process.env.PATH += ':/usr/sbin'; // Debian installs some of them here, outside the PATH of ordinary users
  const absent = Object.entries(PROGRAMS).filter(([program, flag]) => spawnSync(program, [flag]).status !== 0);
  if (absent.length > 0) {
    const names = absent.map(([program]) => program).join(' ');
    throw missing(`These tests need real servers, and some are not on the PATH. Install them, on Debian with: apt-get install ${names}`);
  }
  await startDatabase();
};
