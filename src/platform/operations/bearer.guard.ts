import { hash } from 'node:crypto';
import { Injectable, type ArgumentsHost, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { Env } from '#platform/config/env';
import { isUnguarded } from './operation-metadata';
import { requestOf, type AuthenticatedRequest, type Caller } from '#platform/identity/caller';
import { addressNotAllowed, isAllowed } from '#platform/auth/address-not-allowed';
import { CredentialUse } from '#platform/auth/credential-use';
import { JwtStrategy, RefusedToken, type VerifiedToken } from '#platform/auth/jwt.strategy';
import { PlatformState } from '#platform/database/platform-state';
import { RevokedTokens } from '#platform/auth/revoked-tokens';
import { resourceMetadataUrl } from '#platform/auth/resource-metadata';
import { Unauthenticated, type UnauthenticatedReason } from '#platform/auth/unauthenticated';

const MAX_REMEMBERED = 20_000;
/** A JWT whose third part is an ES256 signature of 64 bytes. */
const BEARER = /^Bearer [A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/i;

/** The last token of each connection: clients repeat the same token, and comparing strings is cheaper than hashing. */
const lastSent = new WeakMap<object, { header: string; key: string }>();

function keyOf(header: string, socket: object): string {
  const last = lastSent.get(socket);
  if (last?.header === header) return last.key;
  const key = hash('sha256', header.slice(7), 'base64');
  lastSent.set(socket, { header, key });
  return key;
}

interface Verified extends VerifiedToken {
  /** Until then its use is already recorded. */
  notedUntil: number;
}

/**
 * Authenticates the caller. A token is verified once; after that its hash is enough, until it expires or credentials,
 * organizations or keys change.
 */
@Injectable()
export class BearerGuard extends AuthGuard() implements CanActivate {
  private readonly verified = new Map<string, Verified>();
  private changes = 0;

  constructor(
    private readonly env: Env,
    private readonly state: PlatformState,
    private readonly use: CredentialUse,
    revoked: RevokedTokens,
    strategy: JwtStrategy,
  ) {
    super({ defaultStrategy: strategy.name });
    state.onChange(() => {
      this.verified.clear();
      this.changes += 1;
    });
    revoked.onChange(() => {
      for (const [key, { jti }] of this.verified) if (revoked.has(jti)) this.verified.delete(key);
      this.changes += 1;
    });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (isUnguarded(context.getHandler(), context.getClass())) return true;
    const request = requestOf(context);
    const caller = this.callerOf(context);
    if (caller instanceof Promise) {
      return caller.then((verified) => {
        request.caller = verified;
        return true;
      });
    }
    request.caller = caller;
    return true;
  }

  /** The caller that the token identifies; synchronously when the token is cached. Throws or rejects without a valid token. */
  callerOf(host: ArgumentsHost): Caller | Promise<Caller> {
    const request = requestOf(host);
    const header = request.headers.authorization;
    if (header === undefined || header === '') throw this.refusal('TOKEN_MISSING', request);
    if (!BEARER.test(header)) throw this.refusal('TOKEN_MALFORMED', request);
    const key = keyOf(header, request.socket);
    const checked = this.state.current();
    const known = checked ? undefined : this.remembered(key, request);
    return known ?? this.verify(key, host, request, checked);
  }

  private async verify(
    key: string,
    host: ArgumentsHost,
    request: AuthenticatedRequest,
    checked: Promise<void> | undefined,
  ): Promise<Caller> {
    await checked;
    const known = checked && this.remembered(key, request);
    if (known) return known;
    const changes = this.changes;
    // passport's guard uses only the request and the response of its context.
    await super.canActivate(host as ExecutionContext);
    const verified: Verified = { ...(request as unknown as { user: VerifiedToken }).user, notedUntil: 0 };
    if (this.verified.size >= MAX_REMEMBERED) this.verified.clear();
    // After a change during the verification, the result is not cached and the next call verifies again.
    if (changes === this.changes) this.verified.set(key, verified);
    this.admit(verified, request, Date.now());
    return verified.caller;
  }

  private remembered(key: string, request: AuthenticatedRequest): Caller | undefined {
    const known = this.verified.get(key);
    if (!known) return undefined;
    const now = Date.now();
    if (known.expiresAt > now) {
      this.admit(known, request, now);
      return known.caller;
    }
    this.verified.delete(key);
    throw this.refusal('TOKEN_EXPIRED', request);
  }

  /** Runs on every call. Without a list and within a minute it costs two comparisons. */
  private admit(verified: Verified, request: AuthenticatedRequest, now: number): void {
    if (verified.networks !== undefined && !isAllowed(verified.networks, request.ip)) throw addressNotAllowed(request.ip);
    if (now >= verified.notedUntil) verified.notedUntil = this.use.note(verified.caller.clientId, request.ip, now);
  }

  override handleRequest<T>(error: unknown, user: T | false, info: unknown, context: ExecutionContext): T {
    if (user) return user;
    const request = requestOf(context);
    const cause = (error ?? info) as Error | undefined;
    if (cause instanceof RefusedToken) throw this.refusal(cause.reason, request);
    if (cause?.name === 'TokenExpiredError') throw this.refusal('TOKEN_EXPIRED', request);
    if (!cause || cause.name === 'JsonWebTokenError' || cause.name === 'NotBeforeError' || cause.name === 'SyntaxError') {
      throw this.refusal('TOKEN_MALFORMED', request);
    }
    throw cause;
  }

  private refusal(reason: UnauthenticatedReason, { surface = 'rest' }: AuthenticatedRequest): Unauthenticated {
    return new Unauthenticated(reason, resourceMetadataUrl(this.env, surface));
  }
}
