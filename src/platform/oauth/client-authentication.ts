import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { addressNotAllowed, isAllowed } from '#platform/auth/address-not-allowed';
import { verifyAssertion } from '#platform/auth/client-keys';
import { CredentialUse } from '#platform/auth/credential-use';
import { Credentials, type Authenticated } from '#platform/auth/credentials';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { OAuthError } from './oauth-error';
import { TOKEN_PATH } from './paths';
import { TokenEndpointLimit } from './token-endpoint-limit';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const CHALLENGE = { headers: { 'WWW-Authenticate': 'Basic realm="vendor-risk"' } };

/** How a client authenticates; every OAuth endpoint takes these parameters. */
export const CLIENT_PARAMETERS = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'] as const;
export const CLIENT_AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

type Fields = Partial<Record<(typeof CLIENT_PARAMETERS)[number], string>>;

interface WithSecret {
  id: string;
  secret: string;
  fromHeader: boolean;
}

interface WithAssertion {
  id: string;
  assertion: string;
}

/** $1 is the client, $2 the hash of the assertion's id, $3 when it may be forgotten. No row means that it was used before. */
const USE_ONCE = `INSERT INTO client_assertion (client_id, jti, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`;

/** Authenticates the client of an OAuth endpoint: by HTTP Basic, by a secret in the body, or by an assertion signed with its key. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly use: CredentialUse,
    private readonly limit: TokenEndpointLimit,
  ) {}

  /** Counts the attempt first, so that guessing is slowed down before it costs anything. */
  async identify(request: AuthenticatedRequest, fields: Fields): Promise<() => Promise<Authenticated>> {
    const client = readClient(request.headers.authorization, fields);
    request.claimedClient = client.id.slice(0, 64);
    await this.limit.spendOf(client.id, request.ip);
    return async () => {
      const authenticated = await ('secret' in client ? this.bySecret(client) : this.byAssertion(client, request.path));
      const { credential } = authenticated;
      if (!isAllowed(credential.networks, request.ip)) {
        const { message, reason } = addressNotAllowed(request.ip);
        throw new OAuthError('access_denied', message, 403, { reason });
      }
      this.use.note(credential.clientId, request.ip);
      return authenticated;
    };
  }

  private async bySecret({ id, secret, fromHeader }: WithSecret): Promise<Authenticated> {
    const found = await this.credentials.authenticate(id, secret);
    if (!found) throw new OAuthError('invalid_client', 'The client id or secret is wrong.', 401, fromHeader ? CHALLENGE : {});
    return found;
  }

  private async byAssertion({ id, assertion }: WithAssertion, path: string): Promise<Authenticated> {
    const { baseUrl } = this.env;
    const audiences = [baseUrl, `${baseUrl}${TOKEN_PATH}`, `${baseUrl}${path}`];
    let verified: { jti: string; expiresAt: Date } | undefined;
    const found = await this.credentials.authenticateByKey(id, async (keys) => {
      verified = await verifyAssertion(assertion, { keys, clientId: id, audiences });
      return verified !== undefined;
    });
    if (!found || !verified || !(await this.usesFirst(id, verified)))
      throw new OAuthError('invalid_client', 'The client assertion is not valid, has expired, or was used before.', 401);
    return found;
  }

  /** All processes share the table, so an assertion works once, wherever it is sent. */
  private async usesFirst(clientId: string, { jti, expiresAt }: { jti: string; expiresAt: Date }): Promise<boolean> {
    const hash = createHash('sha256').update(jti).digest();
    const rows = await this.database.transaction(PLATFORM, (tx) => tx.query<unknown[]>(USE_ONCE, [clientId, hash, expiresAt]));
    return rows.length > 0;
  }
}

function readClient(authorization: string | undefined, fields: Fields): WithSecret | WithAssertion {
  const given = [authorization, fields.client_secret, fields.client_assertion].filter((proof) => proof !== undefined);
  if (given.length > 1)
    throw new OAuthError('invalid_request', 'Use only one authentication method: HTTP Basic, client_secret or client_assertion.');
  if (fields.client_assertion !== undefined) return readAssertion(fields.client_assertion, fields);
  if (authorization !== undefined) return readBasic(authorization, fields.client_id);
  if (fields.client_id === undefined || fields.client_secret === undefined)
    throw new OAuthError(
      'invalid_client',
      'Authenticate with HTTP Basic, with client_id and client_secret, or with client_assertion.',
      401,
    );
  return { id: fields.client_id, secret: fields.client_secret, fromHeader: false };
}

function readBasic(authorization: string, clientId: string | undefined): WithSecret {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':'); // RFC 7617: only the first one separates
  const [id, secret] = [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)].map(formDecode);
  if (!id || colon < 0 || secret === undefined)
    throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic.', 401, CHALLENGE);
  if (clientId !== undefined && clientId !== id)
    throw new OAuthError('invalid_request', 'client_id differs from the Authorization header.');
  return { id, secret, fromHeader: true };
}

/** The client is the subject of its assertion; client_id may be left out. */
function readAssertion(assertion: string, { client_id: clientId, client_assertion_type: type }: Fields): WithAssertion {
  if (type !== ASSERTION_TYPE) throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}.`);
  let subject: string | undefined;
  try {
    ({ sub: subject } = decodeJwt(assertion));
  } catch {
    subject = undefined;
  }
  if (typeof subject !== 'string' || subject === '')
    throw new OAuthError('invalid_client', 'The client assertion is not a JWT with a subject.', 401);
  if (clientId !== undefined && clientId !== subject)
    throw new OAuthError('invalid_request', 'client_id differs from the client assertion.');
  return { id: subject, assertion };
}

/** RFC 6749 clients form-encode id and secret; others send them as they are. Our ids and secrets have no character on which the two differ. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
