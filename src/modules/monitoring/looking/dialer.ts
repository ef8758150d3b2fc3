import { Injectable } from '@nestjs/common';

/** The last step before a packet leaves: where a vetted address and port are contacted. Tests put loopback in their place. */
@Injectable()
export class Dialer {
  target(address: string, port: number): { address: string; port: number } {
    return { address, port };
  }
}
