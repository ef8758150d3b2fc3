import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { ExtractJwt, Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import { Env } from '#platform/config/env';
import type { Caller } from '#platform/identity/caller';
import type { Networks } from '#platform/domains/network';
import { Credentials, endOf, isLive } from './credentials';
import { isScope } from '#platform/identity/scope';
import { RevokedTokens } from './revoked-tokens';
import { SigningKeys } from './signing-keys';

interface Claims {
  client_id: string;
  scope: string;
  org: string;
  exp: number;
  jti: string | undefined;
  /** The credential's version when it issued the token: rotation invalidates earlier versions. */
  ver: number;
}

/** Why a token with a valid signature was refused. */
export class RefusedToken extends Error {
  constructor(readonly reason: 'CREDENTIAL_REVOKED' | 'ORG_CLAIM_MISSING' | 'TOKEN_EXPIRED' | 'TOKEN_MALFORMED' | 'TOKEN_REVOKED') {
    super(reason);
  }
}

/** A verified token, with what must still be checked on each call. */
export interface VerifiedToken {
  caller: Caller;
  expiresAt: number;
  jti: string | undefined;
  /** Networks that calls may come from; undefined means anywhere. */
  networks: readonly Networks[] | undefined;
}

export const CLOCK_SKEW_SECONDS = 5;

/** Verifies an access token in full: signature, issuer, audience, time, type, credential, organization. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    env: Env,
    keys: SigningKeys,
    private readonly credentials: Credentials,
    private readonly revoked: RevokedTokens,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['ES256'],
      issuer: env.baseUrl,
      audience: env.baseUrl,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to set the clock tolerance
      jsonWebTokenOptions: { clockTolerance: CLOCK_SKEW_SECONDS },
      secretOrKeyProvider: (_request, token: string, done) => {
        const header = headerOf(token);
        if (header.typ !== 'at+jwt' || typeof header.kid !== 'string') {
          done(new RefusedToken('TOKEN_MALFORMED'));
          return;
        }
        // passport-jwt hands the key to jsonwebtoken, which takes a KeyObject: no PEM is parsed per token.
        keys.verifying(header.kid).then(
          (key) => {
            done(key ? null : new RefusedToken('TOKEN_MALFORMED'), key as unknown as string);
          },
          (error: unknown) => {
            done(error);
          },
        );
      },
    } satisfies StrategyOptionsWithoutRequest);
  }

  /** passport registers strategies by name per process, and two applications in one process must not share theirs. */
  getPassportInstance(): typeof passport {
    this.name = `access-token-${randomUUID()}`;
    return passport;
  }

  async validate(payload: Partial<Record<keyof Claims, unknown>>): Promise<VerifiedToken> {
    const claims = readClaims(payload);
    const credential = await this.credentials.find(claims.client_id, claims.ver);
    if (!credential || !isLive(credential, claims.ver) || credential.organization.id !== claims.org)
      throw new RefusedToken('CREDENTIAL_REVOKED');
    if (this.revoked.has(claims.jti)) throw new RefusedToken('TOKEN_REVOKED');
    const end = endOf(credential, claims.ver);
    if (end <= Date.now()) throw new RefusedToken('TOKEN_EXPIRED');
    const granted = new Set(credential.scopes);
    return {
      expiresAt: Math.min((claims.exp + CLOCK_SKEW_SECONDS) * 1000, end),
      jti: claims.jti,
      networks: credential.networks,
      caller: {
        organizationId: credential.organization.id,
        organization: credential.organization,
        clientId: credential.clientId,
        credentialName: credential.name,
        credentialExpiresAt: credential.expiresAt,
        scopes: new Set(claims.scope.split(' ').filter((scope) => isScope(scope) && granted.has(scope)) as never[]),
      },
    };
  }
}

/** A valid signature does not prove that the claims are complete, so each one is checked. */
function readClaims({ client_id, scope, org, exp, ver, jti }: Partial<Record<keyof Claims, unknown>>): Claims {
  if (typeof org !== 'string' || org === '') throw new RefusedToken('ORG_CLAIM_MISSING');
  if (typeof client_id !== 'string' || typeof scope !== 'string' || typeof exp !== 'number' || typeof ver !== 'number') {
    throw new RefusedToken('TOKEN_MALFORMED');
  }
  return { client_id, scope, org, exp, ver, jti: typeof jti === 'string' ? jti : undefined };
}

function headerOf(token: string): { typ?: unknown; kid?: unknown } {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? header : {};
  } catch {
    return {};
  }
}
