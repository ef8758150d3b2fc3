import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { Env } from '#platform/config/env';
import { endOf, type Authenticated } from '#platform/auth/credentials';
import type { Scope } from '#platform/identity/scope';
import { SigningKeys } from '#platform/auth/signing-keys';

/** Issues access tokens: JWTs according to RFC 9068, with the organization and the credential's version. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  /** The token expires with its credential, or with the overlap of the secret it was issued for, whichever comes first. */
  async issue({ credential, version }: Authenticated, scopes: readonly Scope[]): Promise<{ token: string; lifetimeSeconds: number }> {
    const { kid, key } = await this.keys.signing();
    const now = Math.floor(Date.now() / 1000);
    const expiresAt = Math.min(now + this.env.TOKEN_TTL_SECONDS, Math.ceil(endOf(credential, version) / 1000));
    const token = await new SignJWT({
      client_id: credential.clientId,
      scope: scopes.join(' '),
      org: credential.organization.id,
      ver: version,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer(this.env.baseUrl)
      .setAudience(this.env.baseUrl)
      .setSubject(credential.clientId)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(key);
    return { token, lifetimeSeconds: expiresAt - now };
  }
}
