import { importFindings } from '../support/observations';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from '../observations/imported-once';

describe('ImportObservations', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('imports what it can and rejects the rest by line', async () => {
    const { imported } = await importedOnce(service);
    expect(imported.status).toBe(200);
    expect(imported.body).toMatchObject({
      created: 1,
      rejected: 1,
      total: 2,
      rejections: [{ line: 2, reason: expect.stringContaining('SUBJECT_UNKNOWN') }],
    });
  });

  it('opens a resolved observation again when it is reported again', async () => {
    const { org, observation, finding } = await importedOnce(service);
    await org.post('observations/actions/status', { observationOrns: [observation.orn], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    expect((await importFindings(org, [finding])).body).toMatchObject({ created: 0, reopened: 1 });
  });
});
