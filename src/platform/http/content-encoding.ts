const Q = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** How the caller would like a body best: what it gives the highest q to, brotli on a tie; undefined is the body as it is. */
export function pickEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  if (accepted === undefined) return undefined;
  const offers = new Map(String(accepted).toLowerCase().split(',').map(readOffer));
  const q = (coding: string) => offers.get(coding) ?? offers.get('*') ?? 0;
  const best = Math.max(q('br'), q('gzip'));
  // As it is, a body is always welcome; it is preferred only where the caller says so.
  if (best === 0 || (offers.get('identity') ?? 0) > best) return undefined;
  return q('br') === best ? 'br' : 'gzip';
}

/** A weight that cannot be read is no offer. */
function readOffer(offer: string): [string, number] {
  const [coding = '', weight] = offer.split(';').map((part) => part.trim());
  return [coding, weight === undefined ? 1 : Number(Q.exec(weight)?.[1] ?? 0)];
}
