import { TestOrganization, reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetVendorActions', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('lists comments and references of one vendor, newest first, page by page', async () => {
    const org = await TestOrganization.create(service);
    const create = async (domainName: string) => (await org.post('vendors/create', { domainName })).body.vendor.id as string;
    const [id, other] = [await create('history.com'), await create('other.com')];
    const reference = { system: 'Jira', key: 'VRM-1' };
    await org.post(`vendors/${id}/annotate`, { comment: 'First' });
    await org.post(`vendors/${id}/annotate`, { externalReferences: [reference] });
    await org.post(`vendors/${id}/annotate`, { externalReferences: [reference] });
    await org.post(`vendors/${id}/annotate`, { removeExternalReferences: [reference] });
    await org.post(`vendors/${other}/annotate`, { comment: 'Of another vendor' });
    const path = `vendors/${id}/actions`;
    const { body } = await org.get(path);
    const actor = { type: 'ACTOR_TYPE_API_CLIENT', id: org.credential.clientId, displayName: 'Test' };
    expect(body).toMatchObject({
      totalCount: 3,
      actions: [
        { actionType: 'VENDOR_ACTION_TYPE_REFERENCE_CHANGED', removedExternalReferences: [reference], actor },
        { actionType: 'VENDOR_ACTION_TYPE_REFERENCE_CHANGED', externalReferences: [reference] },
        { actionType: 'VENDOR_ACTION_TYPE_COMMENTED', comment: 'First' },
      ],
    });
    expect(body.nextCursor).toBeUndefined();
    const first = (await org.get(path, { limit: 2 })).body;
    const second = (await org.get(path, { limit: 2, cursor: first.nextCursor })).body;
    expect([...first.actions, ...second.actions]).toEqual(body.actions);
    expect(reasonOf(await org.get('vendors/01a1e6b7-195d-729b-9e32-ff039665c4aa/actions'))).toBe('VENDOR_NOT_FOUND');
    const stranger = await TestOrganization.create(service);
    expect(reasonOf(await stranger.get(path))).toBe('VENDOR_NOT_FOUND');
  });
});
