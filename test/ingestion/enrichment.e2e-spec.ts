import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Enrichment } from '#modules/ingestion/enrichment/enrichment';
import { runCli, runJson } from '../support/cli';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';

const fixture = (name: string) => join(__dirname, '../fixtures/enrichment', name);
const LOG4SHELL = { cveIds: ['CVE-2021-44228'], cweIds: ['CWE-502'], category: 'VULNERABILITY', severity: 'HIGH' };
const RAPID_RESET = { cveIds: ['CVE-2023-44487'], category: 'VULNERABILITY', severity: 'HIGH' };

describe('enrichment', () => {
  const database = fileDatabase();
  let service: TestApp;
  let settings: Record<string, string>;
  let first: TestOrganization;
  let second: TestOrganization;
  let vendor: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
    settings = database.settings;
    first = await TestOrganization.create(service);
    second = await TestOrganization.create(service);
    vendor = await aVendor(service, first);
    const other = await aVendor(service, second);
    await importFindings(first, [
      aFinding(`www.${vendor.domain}`, LOG4SHELL),
      aFinding(`api.${vendor.domain}`, {
        ...LOG4SHELL,
        cveIds: ['CVE-2021-44228', 'CVE-2023-44487'],
        epss: { score: 0.1, percentile: 0.2 },
      }),
      aFinding(`cdn.${vendor.domain}`, RAPID_RESET),
      aFinding(`mail.${vendor.domain}`),
    ]);
    await importFindings(second, [aFinding(`www.${other.domain}`, LOG4SHELL), aFinding(`mail.${other.domain}`)]);
  });
  afterAll(async () => {
    await service.close();
  });

  const enrichment = () => service.app.get(Enrichment, { strict: false });

  async function observationAt(host: string, org = first) {
    const { body } = await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', limit: 200 });
    return body.observations.find((observation: { subjectDomain: string }) => observation.subjectDomain.startsWith(`${host}.`));
  }

  async function scoreOfVendor() {
    const { body } = await first.post('observations/vendor-scores', {
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_VENDOR' },
            comparison: 'COMPARISON_EQUALS',
            value: { stringValue: vendor.domain },
          },
        },
      ],
    });
    return body.vendorScores[0];
  }

  it('marks exploited vulnerabilities in every organization, and updates scores', async () => {
    const before = await scoreOfVendor();
    expect(await runJson(settings, 'enrich', 'kev', '--file', fixture('kev.json'))).toEqual({ matched: 4, updated: 4 });

    expect((await observationAt('www')).knownExploited).toEqual({
      dateAdded: '2021-12-10T00:00:00.000Z',
      dueDate: '2021-12-24T00:00:00.000Z',
      ransomwareUse: true,
    });
    expect((await observationAt('cdn')).knownExploited).toEqual({ dateAdded: '2023-10-10T00:00:00.000Z', ransomwareUse: false });
    expect(await observationAt('mail')).not.toHaveProperty('knownExploited');
    expect((await observationAt('www', second)).knownExploited).toBeDefined();
    const after = await scoreOfVendor();
    expect(after.ransomwareScore).toBeGreaterThan(before.ransomwareScore);
    expect(after.breachLikelihoodScore).toBeGreaterThan(before.breachLikelihoodScore);

    const { body } = await first.post('observations/groups', {});
    const group = body.observationGroups.find(({ cveIds }: { cveIds: string[] }) => cveIds[0] === 'CVE-2023-44487');
    expect(group.knownExploited).toBe(true);
  });

  it('changes nothing the second time', async () => {
    const before = await observationAt('www');
    expect(await runJson(settings, 'enrich', 'kev', '--file', fixture('kev.json'))).toEqual({ matched: 4, updated: 0 });
    expect(await observationAt('www')).toEqual(before);
  });

  it("uses the highest probability of all CVEs instead of the scanner's value", async () => {
    expect((await observationAt('api')).epss).toEqual({ score: 0.1, percentile: 0.2 });
    expect(await runJson(settings, 'enrich', 'epss', '--file', fixture('epss.csv'))).toEqual({ matched: 4, updated: 4 });
    expect((await observationAt('api')).epss).toEqual({ score: 0.94358, percentile: 0.99961 });
    expect((await observationAt('cdn')).epss).toEqual({ score: 0.5, percentile: 0.75 });
    expect(await observationAt('mail')).not.toHaveProperty('epss');
    expect(await enrichment().epss(createReadStream(fixture('epss.csv')))).toEqual({ matched: 4, updated: 0 });

    const filter = {
      rule: {
        field: { observationsField: 'OBSERVATIONS_FIELD_EPSS_SCORE' },
        comparison: 'COMPARISON_GREATER_THAN',
        value: { numberValue: 0.9 },
      },
    };
    expect((await first.post('observations', { filters: [filter] })).body.totalCount).toBe('2');
  });

  it('adds attack patterns through the weaknesses they use', async () => {
    expect(await runJson(settings, 'enrich', 'capec', '--file', fixture('capec.json'))).toEqual({ matched: 3, updated: 3 });
    expect((await observationAt('www')).capec).toEqual([
      {
        capecId: 'CAPEC-9001',
        summary: 'Feeding an object that runs',
        description: 'A serialised object is sent and run on arrival, when x < y.',
      },
      { capecId: 'CAPEC-9002', summary: 'Asking until it falls over', description: 'Asking until it falls over' },
    ]);
    expect(await enrichment().capec(createReadStream(fixture('capec.json')))).toEqual({ matched: 3, updated: 0 });
  });

  it('applies to later imports and to repeated ones', async () => {
    await importFindings(first, [
      aFinding(`late.${vendor.domain}`, LOG4SHELL),
      aFinding(`cdn.${vendor.domain}`, { ...RAPID_RESET, severity: 'CRITICAL' }),
    ]);
    expect(await observationAt('late')).toMatchObject({ epss: { score: 0.94358 }, knownExploited: { ransomwareUse: true } });
    expect(await observationAt('cdn')).toMatchObject({ severity: 'OBSERVATION_SEVERITY_CRITICAL', epss: { score: 0.5 } });
  });

  it('omits an unknown probability', async () => {
    await importFindings(first, [aFinding(`pattern.${vendor.domain}`, { cweIds: ['CWE-502'] })]);
    const observation = await observationAt('pattern');
    expect(observation.capec).toHaveLength(2);
    expect(observation).not.toHaveProperty('epss');
  });

  it('removes entries missing from a complete catalogue, but not those missing from an extract', async () => {
    const entry = { cveID: 'CVE-2021-44228', dateAdded: '2021-12-10', dueDate: '2021-12-24', knownRansomwareCampaignUse: 'Known' };
    const file = (document: object) => Readable.from([Buffer.from(JSON.stringify(document))]);
    expect(await enrichment().kev(file({ vulnerabilities: [entry] }))).toMatchObject({ updated: 0 });
    expect((await observationAt('cdn')).knownExploited).toBeDefined();

    expect(await enrichment().kev(file({ count: 1, vulnerabilities: [entry] }))).toEqual({ matched: 4, updated: 1 });
    expect(await observationAt('cdn')).not.toHaveProperty('knownExploited');
    expect((await observationAt('api')).knownExploited).toMatchObject({ dateAdded: '2021-12-10T00:00:00.000Z' });
    expect(await enrichment().kev(file({ count: 1, vulnerabilities: [entry] }))).toEqual({ matched: 4, updated: 0 });
  });

  it('completes an interrupted run', async () => {
    // As if the process had died between the shared tables and the organizations.
    await run(
      database.adminUrl,
      `UPDATE vulnerability SET kev_date_added = '2023-10-10', ransomware_use = true WHERE cve_id = 'CVE-2023-44487'`,
    );
    const kev = { vulnerabilities: [{ cveID: 'CVE-2023-44487', dateAdded: '2023-10-10', knownRansomwareCampaignUse: 'Known' }] };
    expect(await enrichment().kev(Readable.from([Buffer.from(JSON.stringify(kev))]))).toEqual({ matched: 2, updated: 1 });
    expect((await observationAt('cdn')).knownExploited).toEqual({ dateAdded: '2023-10-10T00:00:00.000Z', ransomwareUse: true });

    await run(database.adminUrl, `DELETE FROM weakness_capec WHERE capec_id = 'CAPEC-9002'`);
    const unrelated = { objects: [{ type: 'attack-pattern', name: 'Other', external_references: [] }] };
    expect(await enrichment().capec(Readable.from([Buffer.from(JSON.stringify(unrelated))]))).toEqual({ matched: 0, updated: 5 });
    expect((await observationAt('www')).capec).toHaveLength(1);
  });

  it.each([
    ['kev', '{"vulnerabilities":[{"cveID":"CVE-2021-44228","dateAdded":"2021-12-10"},{"cveID":"no"}]}', 'no CVE id'],
    ['epss', 'cve,epss,percentile\nCVE-2021-44228,0.1,0.1\nCVE-2023-44487,2,0\n', 'Line 3'],
    ['capec', '{"objects":[', 'truncated'],
  ])('refuses a broken %s file and keeps the existing data', async (kind, content, reason) => {
    const before = await observationAt('www');
    await expect(enrichment()[kind as 'kev'](Readable.from([Buffer.from(content)]))).rejects.toThrow(reason);
    expect(await observationAt('www')).toEqual(before);
  });

  it('reports a missing file in one line', async () => {
    const { code, stdout, stderr } = await runCli(settings, 'enrich', 'kev', '--file', fixture('nothing.json'));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: There is no file .*nothing\.json\.\n$/);
  });
});
