import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';

/** Random keys that all processes share: made once, kept in the database. */
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

  private async load(name: string): Promise<Buffer> {
    return this.database.transaction(PLATFORM, async (tx) => {
      await tx.query(`INSERT INTO platform_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, [name, randomBytes(32)]);
      const [row] = await tx.query<{ value: Buffer }[]>(`SELECT value FROM platform_secret WHERE name = $1`, [name]);
      return (row as { value: Buffer }).value;
    });
  }
}
