import { fileDatabase } from '../support/database';
import { runJson } from '../support/cli';
import { rule } from '../support/filters';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

jest.setTimeout(120_000);

interface Scored {
  cveIds: string[];
  cvssScores: { baseScore: number; baseSeverity: string }[];
}

describe('seed load', () => {
  let service: TestApp;
  let org: TestOrganization;
  const { settings } = fileDatabase();

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    await runJson(settings, 'seed', 'load', '--org', org.organization.domain, '--vendors', '3', '--observations', '200');
  });
  afterAll(() => service.close());

  const list = async (...filters: object[]): Promise<Scored[]> =>
    (await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', limit: 200, filters })).body.observations;

  it('serves the CVSS scores that it filters by', async () => {
    const scored = await list(rule('CVSS_BASE_SCORE', 'IS_SET'));
    expect(scored.length).toBeGreaterThan(20);
    for (const { cvssScores } of scored) expect(cvssScores).toHaveLength(1);
    for (const { cvssScores } of await list(rule('CVSS_BASE_SCORE', 'IS_NOT_SET'))) expect(cvssScores).toEqual([]);

    const high = await list(rule('CVSS_BASE_SCORE', 'GREATER_THAN_OR_EQUAL', { numberValue: 7 }));
    expect(high).toEqual(scored.filter(({ cvssScores: [score] }) => score !== undefined && score.baseScore >= 7));
    const critical = await list(rule('CVSS_SEVERITY', 'EQUALS', { stringValue: 'CVSS_SCORE_SEVERITY_CRITICAL' }));
    expect(critical).toEqual(scored.filter(({ cvssScores: [score] }) => score !== undefined && score.baseScore >= 9));
  });
});
