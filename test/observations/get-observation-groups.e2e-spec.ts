import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';

describe('GetObservationGroups', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('groups observations by each of their CVEs', async () => {
    const { org } = await importedOnce(service);
    const groups = await org.post('observations/groups', {});
    expect(groups.body.observationGroups).toMatchObject([
      { title: 'CVE-2021-45046', kind: 'OBSERVATION_GROUP_KIND_CVE', observationCount: '1', vendorCount: '1', maxCvssBaseScore: 10 },
      { title: 'CVE-2021-44228', kind: 'OBSERVATION_GROUP_KIND_CVE', observationCount: '1', vendorCount: '1', maxCvssBaseScore: 10 },
    ]);
  });
});
