import { Injectable } from '@nestjs/common';

/** Connects to a vetted address and port. Tests replace it to connect to loopback instead. */
@Injectable()
export class Dialer {
  target(address: string, port: number): { address: string; port: number } {
    return { address, port };
  }
}
