import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { Env } from '#platform/config/env';
import type { Credential } from '#platform/auth/credentials';
import type { Scope } from '#platform/identity/scope';
import { SigningKeys } from '#platform/auth/signing-keys';

/** Issues access tokens: JWTs according to RFC 9068, with the organization and the credential's version. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  async issue(credential: Credential, scopes: readonly Scope[]): Promise<string> {
    const { kid, key } = await this.keys.signing();
    return new SignJWT({
      client_id: credential.clientId,
      scope: scopes.join(' '),
      org: credential.organization.id,
      ver: credential.version,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer(this.env.baseUrl)
      .setAudience(this.env.baseUrl)
      .setSubject(credential.clientId)
      .setIssuedAt()
      .setExpirationTime(`${this.env.TOKEN_TTL_SECONDS}s`)
      .setJti(randomUUID())
      .sign(key);
  }
}
