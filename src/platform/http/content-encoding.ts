import Negotiator from 'negotiator';

/** Brotli first: at the same weight it is smaller than gzip. */
const PREFERRED = ['br', 'gzip'];
const AVAILABLE = [...PREFERRED, 'identity'];

/** The encoding that the client gives the highest weight; undefined is the body as it is. */
export function pickEncoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (accepted === undefined) return undefined;
  const picked = new Negotiator({ headers: { 'accept-encoding': accepted } }).encoding(AVAILABLE, { preferred: PREFERRED });
  return picked === 'br' || picked === 'gzip' ? picked : undefined;
}
