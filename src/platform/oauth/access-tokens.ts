import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { CLOCK_SKEW_SECONDS, JwtStrategy, RefusedToken } from '#platform/auth/jwt.strategy';
import { SigningKeys } from '#platform/auth/signing-keys';
import { Env } from '#platform/config/env';
import { PlatformState } from '#platform/database/platform-state';

/** Verifies an access token outside the call that it authorizes, with the same checks. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
    private readonly state: PlatformState,
    private readonly strategy: JwtStrategy,
  ) {}

  /** The claims of a valid token; undefined for anything else. */
  async read(token: string): Promise<JWTPayload | undefined> {
    await this.state.current();
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = typeof kid === 'string' ? await this.keys.verifying(kid) : undefined;
      if (!key) return undefined;
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: this.env.baseUrl,
        audience: this.env.baseUrl,
        clockTolerance: CLOCK_SKEW_SECONDS,
      });
      await this.strategy.validate(payload);
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof RefusedToken || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
