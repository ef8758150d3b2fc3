/** DER object identifiers of signature algorithms and hashes, in hexadecimal, with the hash of each. */
const HASHES: readonly (readonly [oid: string, hash: string])[] = [
  ['2a864886f70d010102', 'MD2'],
  ['2a864886f70d010103', 'MD4'],
  ['2a864886f70d010104', 'MD5'],
  ['2a864886f70d010105', 'SHA-1'],
  ['2a864886f70d01010e', 'SHA-224'],
  ['2a864886f70d01010b', 'SHA-256'],
  ['2a864886f70d01010c', 'SHA-384'],
  ['2a864886f70d01010d', 'SHA-512'],
  ['2a8648ce3d0401', 'SHA-1'],
  ['2a8648ce3d040301', 'SHA-224'],
  ['2a8648ce3d040302', 'SHA-256'],
  ['2a8648ce3d040303', 'SHA-384'],
  ['2a8648ce3d040304', 'SHA-512'],
  ['2b0e03021d', 'SHA-1'],
  ['2a8648ce380403', 'SHA-1'],
  ['608648016503040301', 'SHA-224'],
  ['608648016503040302', 'SHA-256'],
];
const RSA_PSS = '2a864886f70d01010a';
/** A parameter of RSA-PSS. */
const PSS_HASHES: readonly (readonly [oid: string, hash: string])[] = [
  ['608648016503040201', 'SHA-256'],
  ['608648016503040202', 'SHA-384'],
  ['608648016503040203', 'SHA-512'],
];
/** The default without a parameter. */
const PSS_DEFAULT = 'SHA-1';

/** The hash of a certificate's signature, which Node does not expose. Undefined when the algorithm has none, or is unknown. */
export function signatureHash(certificate: Buffer): string | undefined {
  const outer = elementAt(certificate, 0);
  const signed = elementAt(certificate, outer.start);
  const algorithm = elementAt(certificate, signed.end);
  const oid = elementAt(certificate, algorithm.start);
  const hex = certificate.toString('hex', oid.start, oid.end);
  if (hex !== RSA_PSS) return HASHES.find(([known]) => known === hex)?.[1];
  const parameters = certificate.toString('hex', oid.end, algorithm.end);
  return PSS_HASHES.find(([known]) => parameters.includes(known))?.[1] ?? PSS_DEFAULT;
}

/** Start and end of the content of a DER element. */
function elementAt(bytes: Buffer, offset: number): { start: number; end: number } {
  const first = bytes.readUInt8(offset + 1);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(offset + 2, lengthBytes);
  const start = offset + 2 + lengthBytes;
  return { start, end: start + length };
}
