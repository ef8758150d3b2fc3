import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import { Logger } from '#platform/logging/logger';
import { MINUTE_MS } from '#platform/time/durations';

const FLUSH_MS = 10_000;

/** Sorted by key, so that two processes cannot deadlock. */
const SAVE = `
  INSERT INTO credential_use (client_id, last_used_at, last_used_address)
  SELECT u.client_id, u.at, u.address
    FROM unnest($1::text[], $2::timestamptz[], $3::text[]) u (client_id, at, address) JOIN oauth_client c ON c.client_id = u.client_id
   ORDER BY u.client_id
  ON CONFLICT (client_id) DO UPDATE SET last_used_at = excluded.last_used_at, last_used_address = excluded.last_used_address
   WHERE credential_use.last_used_at IS NULL OR credential_use.last_used_at < excluded.last_used_at`;

/** Records when and from where a credential was last used, to the minute. Uses are collected and written together every few seconds. */
@Injectable()
export class CredentialUse implements BeforeApplicationShutdown {
  private readonly pending = new Map<string, { at: number; address: string }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Records a use. Returns the time until which further uses of the same token need not be recorded. */
  note(clientId: string, address: string | undefined, now = Date.now()): number {
    const at = now - (now % MINUTE_MS);
    if (this.pending.get(clientId)?.at !== at) this.pending.set(clientId, { at, address: address ?? '' });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
    return at + MINUTE_MS;
  }

  /** Writes the collected uses. After a failure they are lost: the next minute brings a later use. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = [...this.pending];
    this.pending.clear();
    if (uses.length === 0) return;
    const columns = [uses.map(([id]) => id), uses.map(([, { at }]) => new Date(at)), uses.map(([, { address }]) => address)];
    try {
      await this.database.transaction(PLATFORM, (tx) => tx.query(SAVE, columns));
    } catch (err) {
      this.logger.warn({ err }, 'storing the last use of credentials failed');
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
