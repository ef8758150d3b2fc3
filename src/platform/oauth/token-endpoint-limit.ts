import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Env } from '#platform/config/env';
import { addressGroup } from '#platform/domains/address-group';
import { Counters } from '#platform/rate-limit/counters';
import { OAuthError } from './oauth-error';

const WINDOW_SECONDS = 60;
const MAX_OF_ONE_CLIENT = 120;

/** Slows down guessing of secrets. Requests are counted per address before the body is read, then per client id and address. */
@Injectable()
export class TokenEndpointLimit {
  constructor(
    private readonly env: Env,
    private readonly counters: Counters,
  ) {}

  readonly middleware = (request: Request, _response: Response, next: NextFunction): void => {
    this.spend('token-address', addressGroup(request.ip), this.env.TOKEN_REQUESTS_PER_MINUTE).then(() => {
      next();
    }, next);
  };

  async spendOf(clientId: string, address: string | undefined): Promise<void> {
    await this.spend('token', `${clientId.slice(0, 128)}|${addressGroup(address)}`, MAX_OF_ONE_CLIENT);
  }

  private async spend(counter: string, key: string, limit: number): Promise<void> {
    const { allowed, resetSeconds } = await this.counters.spend(counter, key, limit, WINDOW_SECONDS);
    if (allowed) return;
    throw new OAuthError('slow_down', `Too many token requests: wait ${resetSeconds} seconds.`, 429, {
      headers: { 'Retry-After': String(resetSeconds) },
    });
  }
}
