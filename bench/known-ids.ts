import { each, type KnownIds } from './filter-cases';

/** An id that no row has. */
export const NOWHERE = '00000000-0000-7000-8000-000000000000';

interface Answers {
  'vendors/groups': { vendorGroups: { name: string; id: string }[] };
  observations: { observations: { orn: string; vendor: { id: string } }[] };
}

/** Makes a call, and returns the body of its response. Without a request it is a GET. */
export type Call = <Path extends keyof Answers>(path: Path, request?: object) => Promise<Answers[Path]>;

/** The ids of an organization that loadFilterOrganization has filled. */
export async function knownIds(domain: string, call: Call): Promise<KnownIds> {
  const { vendorGroups } = await call('vendors/groups');
  const group = (name: string) => loaded(vendorGroups.find((one) => one.name === name)?.id);
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
    VENDOR_GROUP: each(group('nothing'), group('few'), group('percent'), group('half')),
  };
}

function loaded(id: string | undefined): string {
  if (id === undefined) throw new Error('The organization is not loaded.');
  return id;
}
