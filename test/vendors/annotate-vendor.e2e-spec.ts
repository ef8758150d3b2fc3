import { TestOrganization, reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const TICKET = { system: 'Jira', key: 'VRM-1', url: 'https://tickets.example/VRM-1' };
const RECORD = { system: 'ServiceNow', key: '42' };

describe('AnnotateVendor', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const create = async (domainName: string) => (await org.post('vendors/create', { domainName })).body.vendor;

  it('sets, replaces and removes references, and moves updatedAt and the change feed', async () => {
    const { id, updatedAt, externalReferences } = await create('annotated.com');
    expect(externalReferences).toEqual([]);
    const { nextCursor } = (await org.post('changes', { start: 'CHANGE_START_NOW' })).body;
    const annotate = async (request: object) => (await org.post(`vendors/${id}/annotate`, request)).body.vendor;
    const first = await annotate({ externalReferences: [TICKET, RECORD] });
    expect(first.externalReferences).toEqual([TICKET, RECORD]);
    expect(first.updatedAt > updatedAt).toBe(true);
    expect((await annotate({ externalReferences: [TICKET] })).updatedAt).toBe(first.updatedAt);
    const moved = { system: 'JIRA', key: 'vrm-1' };
    await annotate({ externalReferences: [moved], removeExternalReferences: [RECORD, TICKET] });
    expect((await org.get(`vendors/${id}`)).body.vendor.externalReferences).toEqual([moved]);
    const { changes } = (await org.post('changes', { cursor: nextCursor })).body;
    expect(changes).toMatchObject([{ resourceType: 'CHANGE_RESOURCE_TYPE_VENDOR', id, vendor: { externalReferences: [moved] } }]);
  });

  it('refuses invalid annotations', async () => {
    const { id } = await create('refused.com');
    const stranger = await TestOrganization.create(service);
    const many = (from: number) => Array.from({ length: 15 }, (_, index) => ({ system: 'Jira', key: String(from + index) }));
    await org.post(`vendors/${id}/annotate`, { externalReferences: many(0) });
    const cases: [string, object, number, string][] = [
      [id, {}, 400, 'NOTHING_TO_CHANGE'],
      [id, { comment: ' ' }, 400, 'NOTHING_TO_CHANGE'],
      [id, { externalReferences: [{ key: '1' }] }, 400, 'INVALID_REQUEST'],
      ['nobody', { comment: 'x' }, 404, 'VENDOR_NOT_FOUND'],
      [id, { comment: 'x', externalReferences: many(15) }, 409, 'TOO_MANY_REFERENCES'],
    ];
    for (const [vendor, request, status, reason] of cases) {
      const answer = await org.post(`vendors/${vendor}/annotate`, request);
      expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
    }
    expect(reasonOf(await stranger.post(`vendors/${id}/annotate`, { comment: 'x' }))).toBe('VENDOR_NOT_FOUND');
    expect((await org.get(`vendors/${id}/actions`)).body.totalCount).toBe(1);
  });

  it('deletes notes with the vendor', async () => {
    const { id } = await create('deleted.com');
    await org.post(`vendors/${id}/annotate`, { comment: 'Soon gone', externalReferences: [TICKET] });
    await org.post('vendors/bulk-delete', { ids: [id] });
    expect((await create('deleted.com')).externalReferences).toEqual([]);
  });
});
