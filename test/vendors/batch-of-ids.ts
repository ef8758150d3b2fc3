import { TestOrganization } from '../support/organization';
import type { TestApp } from '../support/test-app';
import { createVendor, readVendor } from '../support/vendors';
import { NOT_FOUND, SUCCESS, UNKNOWN_ID } from './bulk';

export interface Stage {
  service: TestApp;
  org: TestOrganization;
}

/** Tests that all operations on a batch of vendor ids share. */
export function describeBatchOfIds(path: string, stage: () => Stage): void {
  const unknown = (length: number) => Array.from({ length }, (_, index) => `${UNKNOWN_ID.slice(0, -3)}${String(index).padStart(3, '0')}`);

  it.each([499, 500])('takes %i ids', async (length) => {
    expect((await stage().org.post(path, { ids: unknown(length) })).body.summary).toMatchObject({ total: length, notFound: length });
  });

  it.each([[unknown(501)], [[]], [undefined], ['x']])('refuses an invalid batch (%#)', async (ids) => {
    expect((await stage().org.post(path, { ids })).status).toBe(400);
  });

  it('reports any malformed id as not found, and processes the others', async () => {
    const vendor = await createVendor(stage().org);
    const { body } = await stage().org.post(path, { ids: ['x'.repeat(5000), 'a\u0000', '\ud800', vendor.id] });
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND, SUCCESS]);
    expect(body.results[0].id).toBe('x'.repeat(255));
  });

  it('reports any id that is not text as an error of its row', async () => {
    const vendor = await createVendor(stage().org);
    const { body } = await stage().org.post(path, { ids: [7, null, { id: vendor.id }, vendor.id] });
    const error = (id: string) => ({ id, status: 'BULK_VENDOR_MUTATION_STATUS_ERROR', errorMessage: 'must be a string' });
    expect(body.results).toEqual([error('7'), error('null'), error(JSON.stringify({ id: vendor.id })), { id: vendor.id, status: SUCCESS }]);
    expect(body.summary).toMatchObject({ total: 4, succeeded: 1, notFound: 0, failed: 3 });
  });

  it('touches nothing when the batch is too large', async () => {
    const vendor = await createVendor(stage().org);
    await stage().org.post(path, { ids: [vendor.id, ...unknown(500)] });
    expect(await readVendor(stage().org, vendor.id)).toEqual(vendor);
  });

  it('does not find vendors of another organization', async () => {
    const vendor = await createVendor(stage().org);
    const stranger = await TestOrganization.create(stage().service);
    expect((await stranger.post(path, { ids: [vendor.id] })).body.results).toEqual([{ id: vendor.id, status: NOT_FOUND }]);
    expect(await readVendor(stage().org, vendor.id)).toEqual(vendor);
  });
}
