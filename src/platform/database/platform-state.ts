import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database, PLATFORM } from './database';

const POLL_MS = 400;
const STALE_MS = 900;
const REVISION = `SELECT revision, revoked_tokens AS "revokedTokens" FROM platform_revision`;

/**
 * Detects changes that other processes make to credentials, organizations, keys and lifecycles: each change increments one revision number,
 * which is polled several times a second. Caches of such facts register here to be invalidated. Revoked tokens have a separate number,
 * because they are frequent and no other cache depends on them.
 */
@Injectable()
export class PlatformState implements OnApplicationShutdown {
  private revision: string | undefined;
  private revokedTokens: string | undefined;
  private confirmedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private readonly listeners: (() => void)[] = [];
  private readonly tokenListeners: (() => Promise<void>)[] = [];

  constructor(private readonly database: Database) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** The caches count as current only after the listener has finished. */
  onRevokedTokens(listener: () => Promise<void>): void {
    this.tokenListeners.push(listener);
  }

  /** Returns undefined while the caches are known to be current; otherwise reads the revision first, and fails closed. */
  current(): Promise<void> | undefined {
    this.timer ??= setInterval(() => void this.read().catch(() => undefined), POLL_MS).unref();
    return Date.now() - this.confirmedAt < STALE_MS ? undefined : this.read();
  }

  /** Call after a change by this process, so that its next call sees it. */
  async refresh(): Promise<void> {
    await this.reading?.catch(() => undefined); // a read under way may have started before the change
    await this.read();
  }

  private read(): Promise<void> {
    this.reading ??= this.readRevision().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async readRevision(): Promise<void> {
    const asked = Date.now();
    const [row] = await this.database.reserved.read<{ revision: string; revokedTokens: string }>(PLATFORM, REVISION, [], {
      prepared: true,
      plannedOnce: true,
    });
    if (row?.revision !== this.revision) {
      this.revision = row?.revision;
      for (const listener of this.listeners) listener();
    }
    if (row?.revokedTokens !== this.revokedTokens) {
      await Promise.all(this.tokenListeners.map((listener) => listener()));
      this.revokedTokens = row?.revokedTokens;
    }
    this.confirmedAt = asked;
  }
}
