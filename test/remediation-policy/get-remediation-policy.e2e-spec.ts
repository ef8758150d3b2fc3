import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetRemediationPolicy', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('shows the days of each severity that has any, to every reader of findings', async () => {
    const org = await TestOrganization.create(service);
    expect((await org.get('remediation-policy')).body).toEqual({ remediationPolicy: { daysBySeverity: {} } });
    await org.patch('remediation-policy', { daysBySeverity: { critical: 7, low: 365 } });
    await org.patch('remediation-policy', { daysBySeverity: { high: 30, low: null } });
    const { body } = await (await org.withScopes('findings.read')).get('remediation-policy');
    expect(body.remediationPolicy.daysBySeverity).toEqual({ critical: 7, high: 30 });
    expect((await (await org.withScopes('vendor-directory.read')).get('remediation-policy')).status).toBe(403);
  });
});
