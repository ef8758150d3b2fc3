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
  if (jwk.kty === 'RSA' && Buffer.from(jwk.n ?? '', 'base64url').length * 8 < MIN_RSA_BITS)
    throw invalid(`RSA keys of at least ${MIN_RSA_BITS} bits`);
  try {
    await importJWK(jwk, algorithm);
  } catch {
    throw invalid('valid JWKs');
  }
  return jwk;
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
