import { Database } from '#platform/database/database';
import { tryLockImport } from '#platform/database/locks';
import { fileDatabase, runFor } from '../support/database';
import { runCli, runJson } from '../support/cli';
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
  const database = fileDatabase();
  const { settings } = database;

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

  describe('in an organization with two monitoring slots', () => {
    let small: TestOrganization;

    beforeEach(async () => {
      small = await TestOrganization.create(service, { slots: 2 });
    });

    const load = (vendors: number, ...options: string[]) =>
      runCli(settings, 'seed', 'load', '--org', small.organization.domain, '--vendors', `${vendors}`, '--observations', '10', ...options);
    const slots = async () => {
      const all = (await runJson(settings, 'org', 'list')) as { domain: string; monitoringSlots: number }[];
      return all.find(({ domain }) => domain === small.organization.domain)?.monitoringSlots;
    };

    it('raises them to what its vendors need beside those of others', async () => {
      expect(await load(1)).toMatchObject({ code: 0 });
      expect(await slots()).toBe(2);
      await small.post('vendors/create', { domainName: 'acme.com', isMonitored: true });
      expect(await load(4, '--random-seed', '2')).toMatchObject({ code: 0 });
      expect(await slots()).toBe(5);
      const { vendors } = (await small.post('vendors', {})).body as { vendors: { isMonitored: boolean }[] };
      expect(vendors.map(({ isMonitored }) => isMonitored)).toEqual([true, true, true, true, true]);
      expect(await runCli(settings, 'db', 'verify', '--org', small.organization.domain)).toMatchObject({ code: 0 });
    });
  });

  describe('a second time in the same organization', () => {
    let loaded: TestOrganization;

    beforeAll(async () => {
      loaded = await TestOrganization.create(service);
      await load(2, 20);
    });

    const load = (vendors: number, observations: number, ...options: string[]) => {
      const counts = ['--vendors', `${vendors}`, '--observations', `${observations}`];
      return runCli(settings, 'seed', 'load', '--org', loaded.organization.domain, ...counts, ...options);
    };
    const stored = async () => {
      const { vendors } = (await loaded.post('vendors', {})).body as { vendors: unknown[] };
      const { observations } = (await loaded.post('observations', { mode: 'OBSERVATION_MODE_ALL', limit: 200 })).body as {
        observations: unknown[];
      };
      return { vendors: vendors.length, observations: observations.length };
    };

    it('refuses the same random seed, and writes nothing', async () => {
      const message = `${loaded.organization.domain} already has observations of random seed 1: choose another --random-seed.`;
      expect(await load(4, 10)).toEqual({ code: 1, stdout: '', stderr: `error: ${message}\n` });
      const { stderr } = await load(4, 100, '--random-seed', '1', '--json');
      expect(JSON.parse(stderr)).toEqual({ error: { code: 'ALREADY_EXISTS', reason: 'RANDOM_SEED_USED', message } });
      expect(await stored()).toEqual({ vendors: 2, observations: 20 });
    });

    it('finds observations of the random seed when the first ones were deleted', async () => {
      const first = `fingerprint = decode(md5('load 1 1'), 'hex')`;
      await runFor(database.adminUrl, loaded.organization.id, `DELETE FROM observation WHERE ${first}`);
      expect((await load(4, 10)).stderr).toContain('already has observations of random seed 1');
      expect(await stored()).toEqual({ vendors: 2, observations: 19 });
    });

    it('refuses to run beside another load or an import, and writes nothing', async () => {
      const { id } = loaded.organization;
      await service.app.get(Database).transaction(id, async (tx) => {
        expect(await tryLockImport(tx, id)).toBe(true);
        const { code, stderr } = await load(4, 10, '--random-seed', '2', '--json');
        expect(code).toBe(1);
        expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'ABORTED', reason: 'IMPORT_IN_PROGRESS' } });
      });
      expect(await stored()).toEqual({ vendors: 2, observations: 19 });
    });

    it('adds the observations of another random seed, or vendors alone', async () => {
      expect(await load(3, 30, '--random-seed', '2')).toMatchObject({ code: 0 });
      expect(await load(5, 0)).toMatchObject({ code: 0 });
      expect(await stored()).toEqual({ vendors: 5, observations: 49 });
    });
  });
});
