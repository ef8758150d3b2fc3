import { VendorRisk } from '@vendor-risk/client';
import { CASES } from '../../trials/hostile/cases';
import type { Target } from '../../trials/hostile/hostile-case';
import { targetOf } from '../../trials/hostile/target';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

/** Each case once: its outcome shows that the input was bounded before work. `npm run trial -- hostile` also measures what it costs others. */
describe('hostile input', () => {
  let service: TestApp;
  let target: Target;

  beforeAll(async () => {
    service = await startTestApp();
    const { token } = await TestOrganization.create(service);
    const api = new VendorRisk({ baseUrl: service.url, accessToken: token, maxRetries: 0 });
    target = await targetOf(api, { url: service.url, token });
  });
  afterAll(() => service.close());

  it.each(CASES.map(({ name, attempt, outcomes }) => ({ name, attempt, outcomes })))('$name', async ({ attempt, outcomes }) => {
    expect(outcomes).toContain(await attempt(target));
    expect((await send(`${service.url}/health/live`)).status).toBe(200);
  });
});
