import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';

describe('GetObservationActions', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('begins with when the observation was first seen', async () => {
    const { org, observation } = await importedOnce(service);
    const history = await org.post('observations/actions', { orn: observation.orn });
    expect(history.body).toMatchObject({
      totalCount: 1,
      actions: [{ actionType: 'OBSERVATION_ACTION_TYPE_FIRST_SEEN', occurredAt: '2026-01-01T00:00:00.000Z' }],
    });
  });
});
