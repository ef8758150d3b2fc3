import { rule } from '../support/filters';
import { reasonOf, type TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';
import { sixtyFindings } from './sixty-findings';

describe('GetObservationFilterOptionValues', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await sixtyFindings(service);
  });
  afterAll(() => service.close());

  it('searches and pages', async () => {
    const first = await org.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_SUBJECT_DOMAIN', limit: 4 });
    expect(first.body.values).toHaveLength(4);
    const second = await org.get('observations/filter-options/values', {
      field: 'OBSERVATIONS_FIELD_SUBJECT_DOMAIN',
      limit: 4,
      cursor: first.body.nextCursor,
    });
    const values = [...first.body.values, ...second.body.values].map((value: { value: string }) => value.value);
    expect(new Set(values).size).toBe(8);
    const high = await org.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_SEVERITY', query: 'high' });
    expect(high.body.values).toEqual([{ value: 'OBSERVATION_SEVERITY_HIGH', displayName: 'High', count: '9' }]);
    expect(reasonOf(await org.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_TITLE' }))).toBe('FIELD_NOT_DISCRETE');
  });

  it.each([
    'VENDOR',
    'VENDOR_ID',
    'VENDOR_GROUP',
    'SUBJECT_DOMAIN',
    'OBSERVATION_TYPE',
    'CATEGORY',
    'SEVERITY',
    'CONFIDENCE',
    'APPROVAL_STATUS',
    'IS_FLAGGED',
    'ASSET_TYPE',
    'ASSET_PORT',
    'ASSET_PROTOCOL',
    'CVE',
    'CWE',
    'CVSS_SEVERITY',
    'KNOWN_EXPLOITED',
    'RANSOMWARE_USE',
    'SOURCE',
    'TAG',
    'GROUP',
  ])('returns values of %s that work in a filter, with the same counts', async (field) => {
    const { status, body } = await org.get('observations/filter-options/values', {
      field: `OBSERVATIONS_FIELD_${field}`,
      mode: 'OBSERVATION_MODE_ALL',
    });
    expect(status).toBe(200);
    const [top] = body.values as { value: string; count: string }[];
    if (!top) return;
    const boolean = top.value === 'true' || top.value === 'false';
    const value = boolean
      ? { boolValue: top.value === 'true' }
      : field === 'ASSET_PORT'
        ? { numberValue: Number(top.value) }
        : { stringValue: top.value };
    const listed = await org.post('observations', {
      mode: 'OBSERVATION_MODE_ALL',
      filters: [rule(field, 'EQUALS', value)],
      countMode: 'TOTAL_COUNT_MODE_EXACT',
    });
    expect(listed.body.totalCount).toBe(top.count);
  });

  it('counts each CVE of an observation', async () => {
    const { org: other } = await importedOnce(service);
    const { body } = await other.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_CVE' });
    expect(body.values).toHaveLength(2);
  });
});
