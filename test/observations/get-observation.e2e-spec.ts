import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';

describe('GetObservation', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('reads an observation as the list shows it, by its ORN encoded or plain', async () => {
    const { org, observation } = await importedOnce(service);
    const one = await org.get(`observations/${encodeURIComponent(observation.orn)}`);
    expect(one.body.observation).toEqual(observation);
    expect((await org.get(`observations/${observation.orn}`)).status).toBe(200);
  });

  it.each(['orn', 'orn:1:observation:vrm:x:y', '%00', 'a%2Fb'])('refuses the malformed ORN %s', async (orn) => {
    const org = await TestOrganization.create(service);
    expect((await org.get(`observations/${orn}`)).status).toBe(400);
  });
});
