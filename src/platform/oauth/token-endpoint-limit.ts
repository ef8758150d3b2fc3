import { Injectable } from '@nestjs/common';
import { Counters } from '#platform/rate-limit/counters';

const PER_MINUTE = 120;

/** Slows down guessing: the token endpoint counts by client id and address. */
@Injectable()
export class TokenEndpointLimit {
  constructor(private readonly counters: Counters) {}

  /** Seconds to wait; 0 when the call may go on. */
  async spend(clientId: string, address: string): Promise<number> {
    const spent = await this.counters.spend('token', `${clientId.slice(0, 128)}|${address}`, PER_MINUTE, 60);
    return spent.allowed ? 0 : spent.resetSeconds;
  }
}
