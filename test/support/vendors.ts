import { randomBytes } from 'node:crypto';
import type { TestOrganization } from './organization';

// What came back, as it came back.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyVendor = any;

/** A domain that nothing else in the run uses. */
export function newDomain(label = 'vendor'): string {
  return `${label}-${randomBytes(6).toString('hex')}.com`;
}

export async function createVendor(org: TestOrganization, fields: Record<string, unknown> = {}): Promise<AnyVendor> {
  const { status, body } = await org.post('vendors/create', { domainName: newDomain(), ...fields });
  if (status !== 200) throw new Error(`no vendor: ${JSON.stringify(body)}`);
  return body.vendor;
}

export async function readVendor(org: TestOrganization, id: string): Promise<AnyVendor> {
  return (await org.get(`vendors/${id}`)).body.vendor;
}

/** One filter entry on a field of the vendor list. */
export function rule(field: string, comparison: string, value?: Record<string, unknown>): object {
  return { rule: { field: { vendorsField: `VENDORS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, ...(value && { value }) } };
}

/** Every page of a list by cursor. */
export async function walkVendors(org: TestOrganization, request: Record<string, unknown>): Promise<AnyVendor[]> {
  const vendors: AnyVendor[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await org.post('vendors', { ...request, ...(cursor && { cursor }) });
    if (status !== 200) throw new Error(JSON.stringify(body));
    vendors.push(...body.vendors);
    cursor = body.nextCursor;
  } while (cursor);
  return vendors;
}
