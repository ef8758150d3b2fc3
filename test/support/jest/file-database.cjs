const { randomBytes } = require('node:crypto');
const { Client } = require('pg');

/**
 * Clones the migrated template for one spec file and points TEST_DATABASE_URL and TEST_ADMIN_DATABASE_URL at the clone. The result
 * drops it again.
 */
module.exports = async function openFileDatabase() {
  const { TEST_DATABASE_URL: service, TEST_ADMIN_DATABASE_URL: admin, TEST_TEMPLATE_DATABASE: template } = process.env;
  const name = `file_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: at(admin, 'postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  Object.assign(process.env, { TEST_DATABASE_URL: at(service, name), TEST_ADMIN_DATABASE_URL: at(admin, name) });
  return async () => {
    Object.assign(process.env, { TEST_DATABASE_URL: service, TEST_ADMIN_DATABASE_URL: admin });
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.end();
  };
};

const at = (url, database) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
