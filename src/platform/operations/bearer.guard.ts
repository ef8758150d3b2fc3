import { hash } from 'node:crypto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { Env } from '#platform/config/env';
import { isUnguarded, operationOf, surfaceOf } from './operation-metadata';
import type { AuthenticatedRequest, Caller } from '#platform/identity/caller';
import { JwtStrategy, RefusedToken } from '#platform/auth/jwt.strategy';
import { PlatformState } from '#platform/database/platform-state';
import { resourceMetadataUrl } from '#platform/auth/resource-metadata';
import { Unauthenticated } from '#platform/auth/unauthenticated';

const MOST_KEPT = 20_000;
/** Three parts, the last of which is an ES256 signature: 64 bytes. */
const BEARER = /^Bearer [A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/i;

interface Known {
  caller: Caller;
  expiresAt: number;
}

/** Who is calling. A token is verified once; after that its hash is enough, until it expires or anything about callers changes. */
@Injectable()
export class BearerGuard extends AuthGuard() implements CanActivate {
  private readonly known = new Map<string, Known>();
  private changes = 0;

  constructor(
    private readonly env: Env,
    private readonly state: PlatformState,
    strategy: JwtStrategy,
  ) {
    super({ defaultStrategy: strategy.name });
    state.onChange(() => {
      this.known.clear();
      this.changes += 1;
    });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isUnguarded(context.getHandler(), context.getClass())) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    request.operation = operationOf(context.getHandler())?.name;
    request.surface = surfaceOf(context.getHandler());
    const header = request.headers.authorization;
    const metadataUrl = resourceMetadataUrl(this.env, request.surface);
    if (header === undefined || header === '') throw new Unauthenticated('TOKEN_MISSING', metadataUrl);
    if (!BEARER.test(header)) throw new Unauthenticated('TOKEN_MALFORMED', metadataUrl);
    const checked = this.state.current();
    if (checked) await checked;

    const key = hash('sha256', header.slice(7), 'base64');
    const known = this.known.get(key);
    if (known) {
      if (known.expiresAt > Date.now()) {
        request.caller = known.caller;
        return true;
      }
      this.known.delete(key);
      throw new Unauthenticated('TOKEN_EXPIRED', metadataUrl);
    }
    const changes = this.changes;
    await super.canActivate(context);
    const verified = (request as unknown as { user: Known }).user;
    if (this.known.size >= MOST_KEPT) this.known.clear();
    // A change while it was being verified may concern it: then the next call verifies again.
    if (changes === this.changes) this.known.set(key, verified);
    request.caller = verified.caller;
    return true;
  }

  override handleRequest<T>(error: unknown, user: T | false, info: unknown, context: ExecutionContext): T {
    if (user) return user;
    const metadataUrl = resourceMetadataUrl(this.env, surfaceOf(context.getHandler()));
    const cause = (error ?? info) as Error | undefined;
    if (cause instanceof RefusedToken) throw new Unauthenticated(cause.reason, metadataUrl);
    if (cause?.name === 'TokenExpiredError') throw new Unauthenticated('TOKEN_EXPIRED', metadataUrl);
    if (!cause || cause.name === 'JsonWebTokenError' || cause.name === 'NotBeforeError' || cause.name === 'SyntaxError') {
      throw new Unauthenticated('TOKEN_MALFORMED', metadataUrl);
    }
    throw cause;
  }
}
