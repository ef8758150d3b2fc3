import { createPublicKey } from 'node:crypto';
import { createLocalJWKSet, errors, importJWK, jwtVerify, type JSONWebKeySet, type JWK, type JWTPayload } from 'jose';
import { InvalidArgument } from '#platform/errors/api-error';

/** Only asymmetric algorithms: whoever reads a stored key must not be able to sign with it. */
export const ASSERTION_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519'];

const MAX_KEYS = 10;
const SKEW_SECONDS = 30;
/** Maximum time until an assertion expires. Its id must be remembered for that long. */
const MAX_LIFETIME_SECONDS = 300;
/** The members of a public key that are stored. Keys with private members are refused. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use'] as const;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const ALGORITHM_OF: Readonly<Record<string, string>> = {
  RSA: 'RS256',
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;
/** In base64url, with some leading zeros. */
const MAX_RSA_TEXT = 2 * (MAX_RSA_BITS / 6);
const MAX_EXPONENT = 0xffff_ffffn;
const RSA_KEYS = `RSA keys of ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits with an odd exponent of at least 3 and at most 32 bits`;
/** The points of small order of Ed25519, without their sign: a signature for one of them needs no private key. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** The public keys of a client as it sends them: a JWK Set (RFC 7517). */
export async function readKeySet(given: unknown): Promise<JSONWebKeySet> {
  const keys: unknown = (given as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) throw invalid(`a JWK Set with 1 to ${MAX_KEYS} keys`);
  const read = await Promise.all(keys.map((key: unknown) => readPublicKey(key)));
  const ids = read.map(({ kid }) => kid);
  if (read.length > 1 && (ids.includes(undefined) || new Set(ids).size < read.length))
    throw invalid('keys with a kid each, when there are several');
  return { keys: read };
}

async function readPublicKey(given: unknown): Promise<JWK> {
  if (typeof given !== 'object' || given === null) throw invalid('made of JWKs');
  const key = given as Record<string, unknown>;
  if (PRIVATE_MEMBERS.some((member) => member in key)) throw invalid('public keys only: never send a private or a shared one');
  const jwk = Object.fromEntries(
    PUBLIC_MEMBERS.filter((name) => typeof key[name] === 'string').map((name) => [name, key[name]]),
  ) as unknown as JWK;
  const algorithm = jwk.alg ?? ALGORITHM_OF[jwk.kty === 'RSA' ? 'RSA' : (jwk.crv ?? '')];
  if (algorithm === undefined || !ASSERTION_ALGORITHMS.includes(algorithm)) throw invalid(`keys for ${ASSERTION_ALGORITHMS.join(', ')}`);
  if ((jwk.n ?? '').length > MAX_RSA_TEXT) throw invalid(RSA_KEYS);
  try {
    await importJWK(jwk, algorithm);
  } catch {
    throw invalid('valid JWKs');
  }
  if (isWeak(jwk)) throw invalid(jwk.kty === 'RSA' ? RSA_KEYS : 'keys that nobody else can sign for');
  return jwk;
}

/** Keys that can be imported, but for which everybody can sign, or that take long to verify. */
function isWeak(jwk: JWK): boolean {
  if (jwk.crv === 'Ed25519') {
    const point = Buffer.from(jwk.x ?? '', 'base64url');
    point[31] = (point[31] ?? 0) & 0x7f; // the sign
    return SMALL_ORDER.has(point.toString('hex'));
  }
  if (jwk.kty !== 'RSA') return false;
  const { modulusLength = 0, publicExponent = 0n } = createPublicKey({ key: { ...jwk }, format: 'jwk' }).asymmetricKeyDetails ?? {};
  const isSize = modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS;
  return !isSize || publicExponent < 3n || publicExponent > MAX_EXPONENT || publicExponent % 2n === 0n;
}

function invalid(must: string): InvalidArgument {
  return new InvalidArgument(`The key set must be ${must}.`, 'INVALID_KEY_SET', [{ field: 'jwks', description: `must be ${must}` }]);
}

/** EdDSA and Ed25519 name the same algorithm. The key set may use one name and the client the other. */
function underBothNames(key: JWK): JWK {
  return key.crv === 'Ed25519' ? { ...key, alg: undefined } : key;
}

/**
 * Verifies that an assertion was signed by the client, is addressed to this service, and is short-lived (RFC 7523). Does not check for
 * replay.
 */
export async function verifyAssertion(
  assertion: string,
  { keys, clientId, audiences }: { keys: JSONWebKeySet; clientId: string; audiences: string[] },
): Promise<{ jti: string; expiresAt: Date } | undefined> {
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: keys.keys.map(underBothNames) }), {
      algorithms: ASSERTION_ALGORITHMS,
      issuer: clientId,
      subject: clientId,
      audience: audiences,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'jti'],
    }));
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
  const { jti, exp = 0, iat } = payload;
  const now = Date.now() / 1000;
  if (typeof jti !== 'string' || jti === '' || jti.length > 256) return undefined;
  if (exp > now + MAX_LIFETIME_SECONDS + SKEW_SECONDS) return undefined;
  if (iat !== undefined && (iat > now + SKEW_SECONDS || iat < now - MAX_LIFETIME_SECONDS - SKEW_SECONDS)) return undefined;
  return { jti, expiresAt: new Date((exp + SKEW_SECONDS) * 1000) };
}
