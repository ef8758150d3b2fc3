import Negotiator from 'negotiator';

/** Brotli first: at equal weight it compresses better than gzip. */
const PREFERRED = ['br', 'gzip'];
const AVAILABLE = [...PREFERRED, 'identity'];

/** The available encoding with the highest weight; undefined for an uncompressed body. */
export function pickEncoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (accepted === undefined) return undefined;
  const picked = new Negotiator({ headers: { 'accept-encoding': accepted } }).encoding(AVAILABLE, { preferred: PREFERRED });
  return picked === 'br' || picked === 'gzip' ? picked : undefined;
}
