import type { Networks } from '#platform/domains/network';
import { PermissionDenied } from '#platform/errors/api-error';

/** The address must be in the list of the organization and in that of the credential. */
export function isAllowed(lists: readonly Networks[] | undefined, address: string | undefined): boolean {
  return lists === undefined || lists.every((list) => list.has(address));
}

export function addressNotAllowed(address: string | undefined): PermissionDenied {
  return new PermissionDenied(
    `Calls from ${address ?? 'an unknown address'} are not allowed: it is not in the networks of the organization or the credential.`,
    'ADDRESS_NOT_ALLOWED',
    { address: address ?? '' },
  );
}
