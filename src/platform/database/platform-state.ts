import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database, PLATFORM } from './database';

const POLL_MS = 400;
const STALE_MS = 900;

/**
 * Notices changes that other processes make to credentials, organizations, keys and lifecycles: they all move one
 * number, which is read several times a second. Whatever keeps such facts in memory registers here to be told.
 */
@Injectable()
export class PlatformState implements OnApplicationShutdown {
  private revision: string | undefined;
  private confirmedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Resolves at once while what is in memory is known to be current; otherwise asks first, and fails closed. */
  current(): Promise<void> | undefined {
    this.timer ??= setInterval(() => void this.read().catch(() => undefined), POLL_MS).unref();
    return Date.now() - this.confirmedAt < STALE_MS ? undefined : this.read();
  }

  /** After a change by this very process: its next call sees it. */
  async refresh(): Promise<void> {
    await this.reading?.catch(() => undefined); // it may have been asked before the change
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
    const [row] = await this.database.facts.read<{ revision: string }>(PLATFORM, 'SELECT revision FROM platform_revision', [], {
      prepared: true,
      plannedOnce: true,
    });
    if (row?.revision !== this.revision) {
      this.revision = row?.revision;
      for (const listener of this.listeners) listener();
    }
    this.confirmedAt = asked;
  }
}
