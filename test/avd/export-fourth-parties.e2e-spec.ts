import { exported, inOrder, walked } from '../support/exports';
import { startTestApp, type TestApp } from '../support/test-app';
import { INACTIVE, sampleOf, type Sample } from './sample';

describe('ExportFourthParties', () => {
  let service: TestApp;
  let sample: Sample;

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it.each([
    ['all of them', {}, 6],
    ['those of a status', { filters: { statuses: [INACTIVE] } }, undefined],
    ['those of a query', { filters: { query: 'google' } }, 3],
    ['those of a vendor', { filters: { vendorDomains: ['acme.com'] } }, 2],
  ])('contains exactly the rows of the list: %s', async (_, request, count) => {
    const listed = await walked(sample.org, 'avd/fourth-parties', 'fourthParties', request);
    if (count !== undefined) expect(listed).toHaveLength(count);
    expect(inOrder(await exported(sample.org, 'avd/fourth-parties/export', request))).toEqual(inOrder(listed));
  });

  it('returns the requested fields, and always vendor and fourth party', async () => {
    for (const row of await exported(sample.org, 'avd/fourth-parties/export', { fields: ['status'] })) {
      expect(Object.keys(row)).toEqual(['vendor', 'fourthParty', 'status']);
    }
  });
});
