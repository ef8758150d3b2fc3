import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { whenCallEnds } from '#platform/http/call-end';
import type { OperationSpec } from './operation';

/** Running calls of operations that an organization may run only once at a time in this process. */
@Injectable()
export class OneAtATime {
  private readonly running = new Set<string>();

  /** Registers a call until it is over, or refuses it. */
  enter({ name, oneAtATime: refusal }: OperationSpec, organizationId: string, response: ServerResponse): void {
    if (!refusal) return;
    const key = `${name} ${organizationId}`;
    if (this.running.has(key)) throw refusal();
    this.running.add(key);
    whenCallEnds(response, () => {
      this.running.delete(key);
    });
  }
}
