import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { ACTIVE, INACTIVE, pairs, sampleOf, type Sample } from './sample';

describe('POST avd/fourth-parties/vendors', () => {
  let service: TestApp;
  let sample: Sample;

  const vendors = (body: object) => sample.org.post('avd/fourth-parties/vendors', body);

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it('lists the vendors connected to a fourth party, given in any form', async () => {
    const { body } = await vendors({ fourthPartyDomain: 'https://Google.com/' });
    expect(pairs(body.vendors)).toEqual(['acme.com google.com', 'borealis.com google.com', 'cobalt.com google.com']);
    expect(body.totalCount).toBe(3);
    expect(body.vendors[2]).toMatchObject({
      status: ACTIVE,
      confidence: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
      products: ['Google Site Verification'],
    });
  });

  it('shows inactive ones on request', async () => {
    expect((await vendors({ fourthPartyDomain: 'zoho.com' })).body).toEqual({ vendors: [], totalCount: 0 });
    const { body } = await vendors({ fourthPartyDomain: 'zoho.com', filters: { statuses: [INACTIVE] } });
    expect(pairs(body.vendors)).toEqual(['cobalt.com zoho.com']);
  });

  it('filters, sorts and pages', async () => {
    const google = { fourthPartyDomain: 'google.com' };
    expect(pairs((await vendors({ ...google, filters: { query: 'acm' } })).body.vendors)).toEqual(['acme.com google.com']);
    expect((await vendors({ ...google, filters: { query: 'google' } })).body.totalCount).toBe(0);
    expect((await vendors({ ...google, filters: { fourthPartyDomains: ['zoho.com'] } })).body.totalCount).toBe(0);
    expect(pairs((await vendors({ ...google, filters: { vendorGroupIds: [sample.groupId] } })).body.vendors)).toEqual([
      'cobalt.com google.com',
    ]);
    const first = await vendors({ ...google, sortField: 'lastSeen', limit: 2 });
    const second = await vendors({ ...google, sortField: 'lastSeen', limit: 2, cursor: first.body.nextCursor });
    expect(pairs([...first.body.vendors, ...second.body.vendors])).toEqual([
      'cobalt.com google.com',
      'acme.com google.com',
      'borealis.com google.com',
    ]);
    expect(reasonOf(await vendors({ fourthPartyDomain: 'zoho.com', sortField: 'lastSeen', cursor: first.body.nextCursor }))).toBe(
      'CURSOR_MISMATCH',
    );
  });

  it.each([{}, { fourthPartyDomain: '' }, { fourthPartyDomain: 'nonsense' }])('refuses %j', async (body) => {
    const answer = await vendors(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations[0].field).toBe('fourthPartyDomain');
  });
});
