import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

describe('paging by cursor during concurrent writes', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('returns every observation that existed throughout exactly once', async () => {
    const org = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    const finding = (name: string, index: number) =>
      aFinding(`${name}${index}.${vendor.domain}`, {
        firstSeen: new Date(Date.UTC(2026, 0, 1) + index * 977_000).toISOString(),
        lastSeen: '2026-03-01T00:00:00.000Z',
      });
    const original = Array.from({ length: 600 }, (_, index) => finding('old', index));
    expect((await importFindings(org, original)).body.created).toBe(600);

    const walk = { over: false };
    let round = 0;
    const writes = (async () => {
      while (!walk.over) {
        round += 1;
        // New observations appear between old ones, and old ones are seen again, flagged and triaged.
        await importFindings(org, [
          ...Array.from({ length: 30 }, (_, index) => finding(`new${round}-`, index * 20)),
          ...original.slice(0, 100).map((row) => ({ ...row, lastSeen: `2026-04-0${(round % 9) + 1}T00:00:00.000Z` })),
        ]);
        await org.post('observations/actions/flag', { filters: [rule('SUBJECT_DOMAIN', 'STARTS_WITH', { stringValue: `old${round}` })] });
        await org.post('observations/actions/status', {
          filters: [rule('SUBJECT_DOMAIN', 'STARTS_WITH', { stringValue: `old${round}` })],
          approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL',
        });
      }
    })();

    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      // However fast pages are, writes happen between them.
      const before = round;
      if (++pages % 10 === 0) await msUntil(() => Promise.resolve(round > before + 1));
      const { status, body } = await org.post('observations', { limit: 20, cursor });
      expect(status).toBe(200);
      seen.push(...(body.observations as { subjectDomain: string }[]).map((observation) => observation.subjectDomain));
      cursor = body.nextCursor as string | undefined;
    } while (cursor);
    walk.over = true;
    await writes;

    expect(new Set(seen).size).toBe(seen.length);
    const old = seen.filter((host) => host.startsWith('old'));
    expect(old).toHaveLength(600);
    expect(round).toBeGreaterThan(5);
  });
});
