import type { AssetDnsType } from '#shared/observation.enums';
import type { HostScan, Scan, Seen } from '../scan';
import type { CheckedAsset } from '../verdict';
import type { Subject } from './rule';

type ShortDnsType = AssetDnsType extends `ASSET_DNS_TYPE_${infer Short}` ? Short : never;

export function dnsAsset(recordType: ShortDnsType, domain: string): CheckedAsset {
  return { dns: { recordType: `ASSET_DNS_TYPE_${recordType}`, domain } };
}

export function webAsset(host: string): CheckedAsset {
  return { url: { url: `https://${host}/` } };
}

/** Whether the domain exists, as far as we know. If it does not, no other check applies. */
export function exists(scan: Scan): boolean {
  const { existence } = scan.dns;
  return !('seen' in existence && existence.seen.status === 'NXDOMAIN');
}

/** `gone` for a host without addresses, unknown when that could not be determined; undefined when the checks can continue. */
export function withoutAddress({ addresses }: HostScan): Subject<never>['seen'] | undefined {
  if ('unknown' in addresses) return addresses;
  return addresses.seen.records.length === 0 ? 'gone' : undefined;
}

/** The subject of one part of a host's scan, such as its page; none when that part was left out. `read` may return undefined for none. */
export function subjectAt<Part, T>(
  hostScan: HostScan,
  asset: CheckedAsset,
  part: Seen<Part> | undefined,
  read: (seen: Part) => Subject<T>['seen'] | undefined,
): Subject<T>[] {
  const seen = withoutAddress(hostScan) ?? (part && ('unknown' in part ? part : read(part.seen)));
  return seen === undefined ? [] : [{ host: hostScan.host, asset, seen }];
}
