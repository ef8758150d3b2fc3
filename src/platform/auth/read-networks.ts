import { InvalidArgument } from '#platform/errors/api-error';
import { readNetwork } from '#platform/domains/network';

export const MAX_NETWORKS = 100;

/** A list of networks in the CIDR notation in which they are stored. */
export function readNetworks(field: string, given: readonly string[]): string[] {
  if (given.length === 0 || given.length > MAX_NETWORKS)
    throw new InvalidArgument(`${field} must contain 1 to ${MAX_NETWORKS} networks.`, 'INVALID_NETWORK', [
      { field, description: `must contain 1 to ${MAX_NETWORKS} networks` },
    ]);
  const networks = given.map((text) => {
    const network = readNetwork(text);
    if (network !== undefined) return network;
    const description = 'must be addresses or networks such as 192.0.2.0/24 or 2001:db8::/32';
    throw new InvalidArgument(`${JSON.stringify(text.slice(0, 64))} is not an address or network.`, 'INVALID_NETWORK', [
      { field, description },
    ]);
  });
  return [...new Set(networks)];
}
