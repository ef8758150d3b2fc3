import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';

/** Random keys shared by all processes: generated once, stored in the database. */
@Injectable()
export class PlatformSecrets {
  private readonly known = new Map<string, Promise<Buffer>>();

  constructor(private readonly database: Database) {}

  get(name: 'client-secret-pepper' | 'cursor-key'): Promise<Buffer> {
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
    return (await this.find(name)) ?? this.make(name);
  }

  private async find(name: string): Promise<Buffer | undefined> {
    const [row] = await this.database.read<{ value: Buffer }>(PLATFORM, `SELECT value FROM platform_secret WHERE name = $1`, [name]);
    return row?.value;
  }

  private async make(name: string): Promise<Buffer> {
    await this.database.transaction(PLATFORM, (tx) =>
      tx.query(`INSERT INTO platform_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, [name, randomBytes(32)]),
    );
    return (await this.find(name)) as Buffer;
  }
}
