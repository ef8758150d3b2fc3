import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../support/cli';
import { fileDatabase } from '../support/database';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { anEvent, asOrganization, importEventFile, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

const KEV = readFileSync(join(__dirname, '../fixtures/security-events/kev.json'), 'utf8');

describe('import of events', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  describe('from the catalogue of known exploited vulnerabilities', () => {
    let org: TestOrganization;
    let vendors: TestVendor[];

    /** The impacts by a plain join of observations and events by CVE; open observations take precedence over resolved ones. */
    const PLAIN_JOIN = `
      SELECT c.event_id AS "eventId", o.party_domain AS domain, CASE WHEN bool_or(o.is_open) THEN 'LIKELY' ELSE 'MITIGATED' END AS impact, count(*)::int AS count
        FROM observation o CROSS JOIN unnest(o.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
       WHERE o.organization_id = $1 AND o.view = 1 AND o.is_listed AND c.event_id LIKE 'kev-cve-2098-%'
       GROUP BY 1, 2 ORDER BY 1, 2`;

    async function served(): Promise<unknown[]> {
      const rows: unknown[] = [];
      const feed = await org.post('security-events/feed', { filters: { query: 'KEV-CVE-2098-' } });
      for (const eventId of feed.body.securityEvents.map((event: { eventId: string }) => event.eventId).sort()) {
        const { body } = await org.post('security-events/impacted-companies', { eventId });
        for (const company of body.companies) {
          const impact = company.impact.replace('SECURITY_EVENT_IMPACT_', '');
          rows.push({ eventId, domain: company.organization.domain, impact, count: company.relatedObservationCount });
        }
      }
      return rows;
    }

    beforeAll(async () => {
      org = await TestOrganization.create(service);
      vendors = await Promise.all(['a', 'b', 'c', 'd'].map(() => aVendor(service, org)));
      const [a, b, c] = vendors as [TestVendor, TestVendor, TestVendor];
      await importFindings(org, [
        aFinding(`x.${a.domain}`, { title: 'one', cveIds: ['CVE-2098-10001'] }),
        aFinding(`y.${a.domain}`, { title: 'two', cveIds: ['CVE-2098-10001', 'CVE-2098-10002'] }),
        aFinding(`z.${b.domain}`, { title: 'three', cveIds: ['CVE-2098-10002'], source: { name: 'to be closed' } }),
        aFinding(`z.${c.domain}`, { title: 'four', cveIds: ['CVE-2098-77777'] }),
        aFinding(`z.${c.domain}`, { title: 'five' }),
      ]);
    });

    it('turns each entry into an event, and reports invalid entries', async () => {
      const result = await importEventFile(service, 'kev', KEV);
      expect(result).toEqual({
        created: 3,
        updated: 0,
        unchanged: 0,
        rejected: 2,
        total: 5,
        rejections: [
          { line: 42, reason: expect.stringContaining('cveID') },
          { line: 43, reason: expect.stringContaining('dateAdded') },
        ],
      });
      const { body } = await org.get('security-events/event', { org_domain: org.organization.domain, event_id: 'kev-cve-2098-10001' });
      expect(body.securityEvent).toEqual({
        eventId: 'kev-cve-2098-10001',
        title: 'Lindwurm Gateway Path Traversal',
        summary: 'The gateway serves files from outside of its folder.',
        eventType: 'SECURITY_EVENT_TYPE_VULNERABILITY_EXPLOITATION',
        severity: 'SECURITY_EVENT_SEVERITY_CRITICAL',
        status: 'SECURITY_EVENT_STATUS_ONGOING',
        view: 'SECURITY_EVENT_VIEW_VRM',
        publishedAt: '2098-01-10T00:00:00.000Z',
        updatedAt: expect.any(String),
        cveIds: ['CVE-2098-10001'],
        affectedProducts: ['Lindwurm Gateway'],
        isRansomware: true,
        timeline: [
          { occurredAt: '2098-01-10T00:00:00.000Z', title: 'Listed as known to be exploited' },
          {
            occurredAt: '2098-01-31T00:00:00.000Z',
            title: 'Remediation due',
            description: 'Install release 4.2 or take the gateway off the net.',
          },
        ],
        sources: [
          expect.objectContaining({ publishedAt: '2098-01-10T00:00:00.000Z' }),
          { name: 'lindwurm.example', url: 'https://lindwurm.example/advisories/4' },
          { name: 'cve.example', url: 'http://cve.example/CVE-2098-10001' },
        ],
        impactSummary: { impacted: 1, underInvestigation: 0, notImpacted: 0 },
      });
    });

    it('finds the same companies as a plain join, after the import and after every later change', async () => {
      const join = () => asOrganization(service, org, PLAIN_JOIN, [org.organization.id]);
      expect(await served()).toEqual(await join());
      expect(await join()).toHaveLength(3);

      const [, b, c, d] = vendors as [TestVendor, TestVendor, TestVendor, TestVendor];
      await importFindings(org, [aFinding(`new.${d.domain}`, { title: 'six', cveIds: ['CVE-2098-10003', 'CVE-2098-10001'] })]);
      await importFindings(org, [aFinding(`z.${b.domain}`, { title: 'other', source: { name: 'to be closed' } })], { closeMissing: true });
      await importFindings(org, [aFinding(`z.${c.domain}`, { title: 'five', cveIds: ['CVE-2098-10002'] })]);
      expect(await served()).toEqual(await join());
      expect(await join()).toContainEqual({ eventId: 'kev-cve-2098-10002', domain: b.domain, impact: 'MITIGATED', count: 1 });

      await asOrganization(service, org, `DELETE FROM observation WHERE organization_id = $1 AND title = 'six'`, [org.organization.id]);
      expect(await served()).toEqual(await join());
    });

    it('changes nothing for the same catalogue, and updates changed entries', async () => {
      const before = await org.post('security-events/feed', { filters: { query: 'kev-cve-2098' } });
      expect(await importEventFile(service, 'kev', KEV)).toMatchObject({ created: 0, updated: 0, unchanged: 3, rejected: 2 });
      expect((await org.post('security-events/feed', { filters: { query: 'kev-cve-2098' } })).body).toEqual(before.body);

      const later = KEV.replace('"Unknown"', '"Known"').replace('"dateAdded": "2098-01-11"', '"dateAdded": "2098-01-13"');
      expect(await importEventFile(service, 'kev', later)).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
      const { body } = await org.get('security-events/event', { org_domain: org.organization.domain, event_id: 'kev-cve-2098-10002' });
      expect(body.securityEvent).toMatchObject({
        isRansomware: true,
        severity: 'SECURITY_EVENT_SEVERITY_CRITICAL',
        publishedAt: '2098-01-11T00:00:00.000Z',
      });
      expect(body.securityEvent.updatedAt > before.body.securityEvents[0].updatedAt).toBe(true);
    });

    it.each([
      ['truncated', KEV.slice(0, 900)],
      ['empty', ''],
      ['not JSON', 'cveID,vendorProject\nCVE-2098-10001,Lindwurm\n'],
    ])('imports nothing from a file that is %s', async (_what, content) => {
      await expect(importEventFile(service, 'kev', content)).rejects.toMatchObject({ reason: 'FILE_UNREADABLE' });
    });

    it.each([
      ['another document', '{"a":1}'],
      ['a file of events', `${JSON.stringify(anEvent())}\n${JSON.stringify(anEvent())}\n`],
    ])('refuses %s, as the enrichment of observations does', async (_what, content) => {
      const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-kev-'));
      const file = join(folder, 'kev.json');
      writeFileSync(file, content);
      const { settings } = fileDatabase();
      const outcomes = [
        await runCli(settings, 'import', 'events', '--format', 'kev', '--file', file, '--json'),
        await runCli(settings, 'enrich', 'kev', '--file', file, '--json'),
      ];
      rmSync(folder, { recursive: true });
      for (const { code, stdout, stderr } of outcomes) {
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(JSON.parse(stderr)).toEqual({
          error: {
            code: 'INVALID_ARGUMENT',
            reason: 'FILE_UNREADABLE',
            message: 'The file is not a KEV catalogue: it has no list "vulnerabilities".',
          },
        });
      }
    });
  });

  describe("in the service's own format", () => {
    it('stores every field', async () => {
      const org = await TestOrganization.create(service);
      const vendor = await aVendor(service, org);
      const event = anEvent({
        occurredAt: '2026-02-27T23:00:00+01:00',
        cveIds: ['cve-2098-20001', 'CVE-2098-20001'],
        affectedProducts: [' Basalt 9 '],
        isRansomware: true,
        timeline: [
          { occurredAt: '2026-03-02T00:00:00Z', title: 'Later', description: 'Services came back.' },
          { occurredAt: '2026-02-27T22:00:00Z', title: 'Earlier' },
        ],
        sources: [{ name: 'Newspaper', url: 'https://news.example/1', publishedAt: '2026-03-01T08:00:00Z' }],
        victims: [`https://www.${vendor.domain}/`, vendor.domain],
      });
      expect(await importEvents(service, [event])).toMatchObject({ created: 1, rejected: 0 });
      const { body } = await org.get('security-events/event', { org_domain: org.organization.domain, event_id: event.eventId });
      expect(body.securityEvent).toEqual({
        eventId: event.eventId,
        title: event.title,
        summary: event.summary,
        eventType: 'SECURITY_EVENT_TYPE_DATA_BREACH',
        severity: 'SECURITY_EVENT_SEVERITY_HIGH',
        status: 'SECURITY_EVENT_STATUS_ONGOING',
        view: 'SECURITY_EVENT_VIEW_VRM',
        occurredAt: '2026-02-27T22:00:00.000Z',
        publishedAt: '2026-03-01T00:00:00.000Z',
        updatedAt: expect.any(String),
        cveIds: ['CVE-2098-20001'],
        affectedProducts: ['Basalt 9'],
        isRansomware: true,
        timeline: [
          { occurredAt: '2026-02-27T22:00:00.000Z', title: 'Earlier' },
          { occurredAt: '2026-03-02T00:00:00.000Z', title: 'Later', description: 'Services came back.' },
        ],
        sources: [{ name: 'Newspaper', url: 'https://news.example/1', publishedAt: '2026-03-01T08:00:00.000Z' }],
        impactSummary: { impacted: 1, underInvestigation: 0, notImpacted: 0 },
      });
    });

    it.each([
      [{ title: undefined }, 'title'],
      [{ colour: 'red' }, 'colour'],
      [{ eventType: 'EARTHQUAKE' }, 'eventType'],
      [{ severity: 'SEVERE' }, 'severity'],
      [{ publishedAt: 'yesterday' }, 'publishedAt'],
      [{ cveIds: ['CVE-1'] }, 'cveIds[0]'],
      [{ victims: ['good.com', '10.0.0.1'] }, 'victims[1]'],
      [{ sources: [{ name: 'x', url: 'javascript:alert(1)' }] }, 'sources[0].url'],
      [{ eventId: 'has space' }, 'eventId'],
    ])('rejects a line with %j with the field, and imports the others', async (changes, field) => {
      const good = anEvent();
      const result = await importEvents(service, [{ ...anEvent(), ...changes }, good, good]);
      expect(result).toMatchObject({ created: 1, rejected: 2, total: 3 });
      expect(result.rejections[0]).toEqual({ line: 1, reason: expect.stringContaining(field) });
      expect(result.rejections[1]).toEqual({ line: 3, reason: expect.stringContaining('line 2') });
    });

    it('refuses an unknown format', async () => {
      await expect(importEventFile(service, 'xml', '<event/>')).rejects.toMatchObject({ reason: 'FORMAT_UNKNOWN' });
    });
  });

  it('completes an interrupted import for an organization with the next one', async () => {
    const org = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    const event = anEvent({ victims: [vendor.domain] });
    await importEvents(service, [event]);
    await asOrganization(service, org, `DELETE FROM security_event_progress WHERE organization_id = $1`, [org.organization.id]);
    await asOrganization(service, org, `DELETE FROM security_event_feed WHERE organization_id = $1`, [org.organization.id]);
    await asOrganization(service, org, `DELETE FROM security_event_impact WHERE organization_id = $1`, [org.organization.id]);
    expect(await importEvents(service, [event])).toMatchObject({ unchanged: 1 });
    const { body } = await org.post('security-events/feed', {});
    expect(body).toMatchObject({ totalCount: 1, securityEvents: [{ eventId: event.eventId, impactSummary: { impacted: 1 } }] });
  });
});
