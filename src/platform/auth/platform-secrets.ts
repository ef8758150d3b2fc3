import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import { KeyStore } from './key-store';

/** Random keys shared by all processes. They are generated once and stored in the database. */
@Injectable()
export class PlatformSecrets {
  private readonly known = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly database: Database,
    private readonly store: KeyStore,
  ) {}

  get(name: 'client-secret-pepper' | 'cursor-key' | 'idempotency-key' | 'questionnaire-link-key'): Promise<Buffer> {
    let secret = this.known.get(name);
    if (!secret) {
      secret = this.load(name);
      this.known.set(name, secret);
      secret.catch(() => this.known.delete(name));
    }
    return secret;
  }

  /** Reads before it creates, so that a process can start while the database is read-only. */
  private async load(name: string): Promise<Buffer> {
    return (await this.store.find(name)) ?? this.make(name);
  }

  private async make(name: string): Promise<Buffer> {
    await this.database.transaction(PLATFORM, (tx) => this.store.add(tx, name, randomBytes(32)));
    return (await this.store.find(name)) as Buffer;
  }
}
