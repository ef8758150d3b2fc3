import { createPublicKey } from 'node:crypto';
import type { Environment } from './environment';

/** The public key of the service's tokens, for the reference servers that verify them. */
export async function tokenPublicKey({ admin }: Environment): Promise<string> {
  const { rows } = await admin.query<{ public_jwk: never }>('SELECT public_jwk FROM signing_key ORDER BY signs_from DESC LIMIT 1');
  return createPublicKey({ key: rows[0]?.public_jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string;
}
