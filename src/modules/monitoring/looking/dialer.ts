/** The last step before a packet leaves: where a vetted address and port are contacted. */
export interface Dialer {
  target(address: string, port: number): { address: string; port: number };
}

/** Contacts every address where it is. Tests put their own in its place, which knows loopback only. */
export const DIRECT: Dialer = { target: (address, port) => ({ address, port }) };
