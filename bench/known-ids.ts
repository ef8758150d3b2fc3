import type { BenchClient } from './client';
import { each, type KnownIds } from './filter-cases';

/** An id that no row has. */
export const NOWHERE = '00000000-0000-7000-8000-000000000000';

interface Answers {
  'vendors/groups': { vendorGroups: { name: string; id: string }[] };
  vendors: { vendors: { id: string }[] };
  observations: { observations: { orn: string; vendor: { id: string } }[] };
}

/** Makes a call, and returns the body of its response. Without a request it is a GET. */
export type Call = <Path extends keyof Answers>(path: Path, request?: object) => Promise<Answers[Path]>;

/** Calls of a client. */
export function callsOf(client: Pick<BenchClient, 'exchange'>): Call {
  return async (path, request) => JSON.parse((await client.exchange(request ? 'POST' : 'GET', path, request)).toString()) as never;
}

/** The ids of an organization that loadVendorOrganization has filled. */
export async function knownVendorIds(call: Call) {
  const { vendors } = await call('vendors', { limit: 3 });
  const [first, second, third] = vendors.map(({ id }) => id);
  return { ID: each(NOWHERE, loaded(first), loaded(second), loaded(third)), VENDOR_GROUP: await vendorGroups(call) };
}

async function vendorGroups(call: Call) {
  const { vendorGroups: groups } = await call('vendors/groups');
  const group = (name: string) => loaded(groups.find((one) => one.name === name)?.id);
  return each(group('nothing'), group('few'), group('percent'), group('half'));
}

/** The ids of an organization that loadFilterOrganization has filled. */
export async function knownIds(domain: string, call: Call): Promise<KnownIds> {
  const { observations } = await call('observations', { limit: 3 });
  const [first, second, third] = observations.map(({ orn }) => orn);
  const vendor = async (name: string) => {
    const rule = {
      field: { observationsField: 'OBSERVATIONS_FIELD_VENDOR' },
      comparison: 'COMPARISON_EQUALS',
      value: { stringValue: `${name}.vendor.com` },
    };
    const found = await call('observations', { filters: [{ rule }], limit: 1 });
    return loaded(found.observations[0]?.vendor.id);
  };
  const groupOrn = (cve: string) => `orn:1:observation-group:vrm:${cve}:${domain}`;
  return {
    ORN: each(`orn:1:observation:vrm:${NOWHERE}:${domain}`, loaded(first), loaded(second), loaded(third)),
    GROUP: each(groupOrn('CVE-2020-1009'), groupOrn('CVE-2020-1001'), groupOrn('CVE-2020-1002'), groupOrn('CVE-2020-1003')),
    VENDOR_ID: each(NOWHERE, await vendor('few'), await vendor('percent'), await vendor('half')),
    VENDOR_GROUP: await vendorGroups(call),
  };
}

function loaded(id: string | undefined): string {
  if (id === undefined) throw new Error('The organization is not loaded.');
  return id;
}
