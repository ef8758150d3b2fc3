import { Database } from '#platform/database/database';
import type { Difference } from '../../src/admin/verify/derived';
import { OBSERVATION_ROLLUPS } from '../../src/admin/verify/observation-checks.sql';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { differencesOf } from '../support/recounted';
import { startTestApp, type TestApp } from '../support/test-app';

const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const CATEGORIES = ['ENCRYPTION', 'VULNERABILITY', 'DNS_HEALTH'];

describe('roll-ups', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendors: TestVendor[];
  let random = 20261115;

  /** A small random generator with a fixed seed, so that a failing run can be repeated. */
  function pick<T>(items: readonly T[]): T {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return items[Math.floor((random / 2_147_483_648) * items.length)] as T;
  }

  function someFinding(): Record<string, unknown> {
    const cve = pick([undefined, 'CVE-2020-0001', 'CVE-2021-0002']);
    const day = String(1 + pick([...Array(27).keys()])).padStart(2, '0');
    return aFinding(`${pick(['www', 'mail', 'shop'])}.${pick(vendors).domain}`, {
      observationType: pick(['type_a', 'type_b']),
      title: pick(['One', 'Two']),
      severity: pick(SEVERITIES),
      category: pick(CATEGORIES),
      ...(cve && {
        cveIds: [cve, ...(pick([true, false]) ? ['CVE-2019-9999'] : [])],
        cvssScores: [{ version: 'V3_1', baseScore: pick([5, 7.5, 9.8]), cvssVector: '', scoreSource: 'nvd' }],
      }),
      tags: pick([[], ['t1'], ['t1', 't2']]),
      confidence: pick(['LIKELY', 'CONFIRMED']),
      firstSeen: `2026-03-${day}T00:00:00.000Z`,
      lastSeen: `2026-04-${day}T00:00:00.000Z`,
    });
  }

  const differences = (): Promise<Difference[]> => differencesOf(service, org, OBSERVATION_ROLLUPS);

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendors = await Promise.all(Array.from({ length: 4 }, () => aVendor(service, org)));
  });
  afterAll(() => service.close());

  it('count a finding that a file contains twice by its last record', async () => {
    const { domain } = pick(vendors);
    const found = (tags: string[]) => aFinding(`twice.${domain}`, { tags });
    const { body } = await importFindings(org, [found(['before']), found(['after'])]);
    expect([body.created, body.rejected]).toEqual([1, 0]);
    expect(await differences()).toEqual([]);
  });

  it('equal a recount after any sequence of imports, flags, status changes and vendors leaving', async () => {
    const filter = () => [
      {
        rule: {
          field: { observationsField: 'OBSERVATIONS_FIELD_VENDOR' },
          comparison: 'COMPARISON_EQUALS',
          value: { stringValue: pick(vendors).domain },
        },
      },
    ];
    const steps: (() => Promise<{ status: number }>)[] = [
      () => importFindings(org, Array.from({ length: 40 }, someFinding)),
      () => importFindings(org, Array.from({ length: 15 }, someFinding), { closeMissing: true }),
      () => org.post('observations/actions/flag', { filters: filter() }),
      () => org.post('observations/actions/unflag', { filters: filter() }),
      () => org.post('observations/actions/status', { filters: filter(), approvalStatus: 'APPROVAL_STATUS_RESOLVED' }),
      () => org.post('observations/actions/status', { filters: filter(), approvalStatus: 'APPROVAL_STATUS_BACKLOG' }),
      () => org.post('observations/actions/status', { filters: filter(), approvalStatus: 'APPROVAL_STATUS_EXCLUDED', comment: 'accepted' }),
      async () => {
        const { domain } = pick(vendors);
        await service.app
          .get(Database)
          .transaction(org.organization.id, (tx) =>
            tx.query(`UPDATE observation SET is_listed = NOT is_listed WHERE organization_id = $1 AND party_domain = $2`, [
              org.organization.id,
              domain,
            ]),
          );
        return { status: 200 };
      },
      async () => {
        await service.app
          .get(Database)
          .transaction(org.organization.id, (tx) =>
            tx.query(`DELETE FROM observation WHERE organization_id = $1 AND party_domain = $2 AND severity = 3`, [
              org.organization.id,
              pick(vendors).domain,
            ]),
          );
        return { status: 200 };
      },
    ];
    for (let round = 0; round < 40; round += 1) {
      expect((await pick(steps)()).status).toBe(200);
      expect(await differences()).toEqual([]);
    }
  });

  it('give the same group lists and counts as the rows', async () => {
    const always = {
      rule: { field: { observationsField: 'OBSERVATIONS_FIELD_TITLE' }, comparison: 'COMPARISON_CONTAINS', value: { stringValue: '' } },
    };
    const severe = {
      rule: {
        field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
        comparison: 'COMPARISON_GREATER_THAN_OR_EQUAL',
        value: { stringValue: 'OBSERVATION_SEVERITY_MEDIUM' },
      },
    };
    for (const mode of ['OBSERVATION_MODE_OPEN', 'OBSERVATION_MODE_RESOLVED', 'OBSERVATION_MODE_ALL']) {
      for (const filters of [[], [severe]]) {
        const kept = await org.post('observations/groups', { mode, filters, limit: 200 });
        const counted = await org.post('observations/groups', { mode, filters: [...filters, always], limit: 200 });
        expect(kept.body.observationGroups).toEqual(counted.body.observationGroups);
        expect(kept.body.totalCount).toBe(counted.body.totalCount);
        const list = await org.post('observations', { mode, filters, countMode: 'TOTAL_COUNT_MODE_EXACT' });
        const slow = await org.post('observations', { mode, filters: [...filters, always], countMode: 'TOTAL_COUNT_MODE_EXACT' });
        expect(list.body.totalCount).toBe(slow.body.totalCount);
      }
    }
  });
});
