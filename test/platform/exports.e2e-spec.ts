import { Client } from 'pg';
import { OpenExport } from '../support/exports';
import { aVendor, importLargeFindings } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const AT_WORK = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vendor-risk-export'`;

describe('an export that does not complete', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let admin: Client;

  beforeAll(async () => {
    service = await startTestApp({ EXPORT_TIMEOUT_SECONDS: '3' });
    org = await TestOrganization.create(service);
    const { domain } = await aVendor(service, org);
    await importLargeFindings(org, domain, 400);
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await service.close();
  });

  const atWork = async () => (await admin.query(AT_WORK)).rows.length;

  it('cancels its query when the caller disconnects before the first row', async () => {
    const patient = await startTestApp();
    const { token } = await TestOrganization.create(patient);
    const release = await database.hold('observation_flag');
    try {
      const abort = new AbortController();
      // eslint-disable-next-line no-restricted-syntax -- there is no answer to validate
      const call = fetch(`${patient.url}/public/v1/observations/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
        signal: abort.signal,
      }).catch((error: unknown) => error);
      await database.heldUp(1);
      abort.abort();
      await call;
      await msUntil(async () => (await atWork()) === 0);
    } finally {
      await release();
      await patient.close();
    }
  });

  it('is answered with an error when it times out before the first row', async () => {
    const release = await database.hold('observation_flag');
    try {
      const answer = await org.post('observations/export', {});
      expect([answer.status, reasonOf(answer)]).toEqual([504, 'EXPORT_TIMEOUT']);
      expect(answer.headers.get('content-disposition')).toBeNull();
    } finally {
      await release();
    }
    await msUntil(async () => (await atWork()) === 0);
  });

  it('is cut off at its timeout, without a completeness line', async () => {
    const open = await OpenExport.start(service, org, 'observations/export', {});
    expect(await atWork()).toBe(1);
    await msUntil(async () => (await atWork()) === 0);
    const { text, broken } = await open.readBroken();
    expect(broken).toBe(true);
    expect(text).not.toContain('"exportComplete":true');
    // The last line says so, unless the caller resumes reading too late.
    if (text.includes('exportComplete')) {
      expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ exportComplete: false, reason: 'EXPORT_TIMEOUT' });
    }
  });

  // Not in Parquet: this many equal rows compress into so few bytes that nothing delays the export.
  it('has no trailer in that case', async () => {
    const open = await OpenExport.start(service, org, 'observations/export', { format: 'EXPORT_FORMAT_CSV' });
    await msUntil(async () => (await atWork()) === 0);
    expect((await open.readBroken()).broken).toBe(true);
    expect(open.response.trailers).toEqual({});
  });

  it('stops when the database connection is lost', async () => {
    const open = await OpenExport.start(service, org, 'observations/export', {});
    await admin.query(`SELECT pg_terminate_backend(pid) FROM (${AT_WORK}) w`);
    const { text, broken } = await open.readBroken();
    expect(broken).toBe(true);
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ exportComplete: false, reason: 'DATABASE_UNAVAILABLE' });
  });

  it('does not block the next export', async () => {
    const patient = await startTestApp();
    const other = await TestOrganization.create(patient);
    expect((await other.post('observations/export', {})).body).toEqual([{ exportComplete: true, rows: '0' }]);
    await patient.close();
  });
});
