import { InvalidArgument } from '#platform/errors/api-error';
import { Problem, readEach } from '#platform/errors/read-each';
import { readNetwork } from '#platform/domains/network';

export const MAX_NETWORKS = 100;

/** A list of networks in the CIDR notation in which they are stored. */
export function readNetworks(field: string, given: readonly string[]): string[] {
  if (given.length === 0 || given.length > MAX_NETWORKS)
    throw new InvalidArgument(`${field} must contain 1 to ${MAX_NETWORKS} networks.`, 'INVALID_NETWORK', [
      { field, description: `must contain 1 to ${MAX_NETWORKS} networks` },
    ]);
  const problem = new Problem('must be an address or network such as 192.0.2.0/24 or 2001:db8::/32');
  const networks = readEach(field, given, (text) => readNetwork(text) ?? problem, 'INVALID_NETWORK');
  return [...new Set(networks)];
}
