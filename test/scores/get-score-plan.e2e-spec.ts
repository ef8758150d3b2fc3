import { aFinding, importFindings } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { organizationWith } from '../observations/organization-with';

interface Step {
  groupOrn: string;
  title: string;
  severity: string;
  observationCount: string;
  scoreAfter: number;
  gradeAfter: string;
}

describe('POST /public/v1/observations/vendor-scores/plan', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendorDomain: string;

  beforeAll(async () => {
    service = await startTestApp();
    const made = await organizationWith(service, 0);
    org = made.org;
    vendorDomain = made.vendor.domain;
    const found = (category: string, severity: string, observationType: string, host: string) =>
      aFinding(`${host}.${vendorDomain}`, { category, severity, observationType, title: `About ${observationType}`, cveIds: [] });
    await importFindings(org, [
      found('MALWARE_INFECTION', 'CRITICAL', 'beaconing', 'a'),
      found('ENCRYPTION', 'HIGH', 'weak_cipher', 'a'),
      found('ENCRYPTION', 'HIGH', 'weak_cipher', 'b'),
      found('DNS_HEALTH', 'LOW', 'no_caa', 'a'),
      found('DNS_HEALTH', 'INFO', 'note', 'a'),
    ]);
  });
  afterAll(() => service.close());

  const plan = (request: object) => org.post('observations/vendor-scores/plan', { vendorDomain, ...request });

  it('names the fewest groups to a grade, and resolving them reaches it', async () => {
    const { body } = await plan({ targetGrade: 'SCORE_GRADE_B' });
    expect(body.plan).toMatchObject({ targetScore: 80, isReachable: true });
    const [step] = body.plan.steps as Step[];
    expect(body.plan.steps).toHaveLength(1);
    expect(step).toMatchObject({
      title: 'About beaconing',
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      observationCount: '1',
      groupOrn: `orn:1:observation-group:vrm:beaconing:${org.organization.domain}`,
    });
    expect(step?.scoreAfter).toBeGreaterThanOrEqual(80);

    const rule = {
      field: { observationsField: 'OBSERVATIONS_FIELD_GROUP' },
      comparison: 'COMPARISON_EQUALS',
      value: { stringValue: step?.groupOrn },
    };
    await org.post('observations/actions/status', { filters: [{ rule }], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const after = await plan({});
    expect(after.body.plan.currentScore).toBe(step?.scoreAfter);
    await org.post('observations/actions/status', { filters: [{ rule }], approvalStatus: 'APPROVAL_STATUS_BACKLOG' });
    const again = await org.post('observations', {});
    expect(again.body.observations).toHaveLength(5);
  });

  it('lists without a target every group that costs points, in order of gain', async () => {
    const { body } = await plan({});
    expect((body.plan.steps as Step[]).at(-1)?.scoreAfter).toBe(100);
    expect((body.plan.steps as Step[]).map(({ title }) => title)).not.toContain('About note');
    expect(body.plan).not.toHaveProperty('targetScore');
  });

  it('has no steps when the score is high enough', async () => {
    const { body } = await plan({ targetScore: 0 });
    expect(body.plan).toMatchObject({ isReachable: true, steps: [] });
  });

  it('refuses two targets, and a domain without a score', async () => {
    expect(reasonOf(await plan({ targetScore: 80, targetGrade: 'SCORE_GRADE_B' }))).toBe('INVALID_REQUEST');
    expect(reasonOf(await plan({ vendorDomain: 'not a domain' }))).toBe('INVALID_DOMAIN');
    expect(reasonOf(await plan({ vendorDomain: 'nowhere.com' }))).toBe('VENDOR_SCORE_NOT_FOUND');
  });

  it("does not tell about another organization's vendors", async () => {
    const other = await TestOrganization.create(service);
    expect(reasonOf(await other.post('observations/vendor-scores/plan', { vendorDomain }))).toBe('VENDOR_SCORE_NOT_FOUND');
  });
});
