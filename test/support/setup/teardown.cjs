const { rmSync } = require('node:fs');

module.exports = async () => {
  const { postgres, folder } = globalThis.__postgres;
  delete globalThis.__postgres;
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
};
