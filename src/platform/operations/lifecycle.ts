import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { PlatformState } from '#platform/database/platform-state';
import { Database, PLATFORM } from '#platform/database/database';
import { OperationLifecycleEntity } from './operation-lifecycle.entity';
import { ApiError, FailedPrecondition, InvalidArgument } from '#platform/errors/api-error';
import { DAY_MS } from '#platform/time/durations';

export interface Deprecation {
  operation: string;
  deprecatedAt: Date;
  sunsetAt: Date;
  replacement: string;
}

export type LifecycleStage = 'alpha' | 'beta' | 'stable' | 'deprecated' | 'sunset-pending' | 'retired';

/** How long before its sunset an operation counts as sunset-pending. */
const WIND_DOWN_MS = 30 * DAY_MS;

const SELECT = `SELECT operation, deprecated_at AS "deprecatedAt", sunset_at AS "sunsetAt", replacement FROM operation_lifecycle`;

/** Sent in a Link header between angle brackets. */
const REPLACEMENT = /^(?:https?:\/\/[^\s<>"/]|\/)[\x21\x23-\x3b\x3d\x3f-\x7e]*$/;

export function stageOf(declared: LifecycleStage, deprecation: Deprecation | undefined, now: number): LifecycleStage {
  if (!deprecation) return declared;
  const left = deprecation.sunsetAt.getTime() - now;
  if (left <= 0) return 'retired';
  return left <= WIND_DOWN_MS ? 'sunset-pending' : 'deprecated';
}

/** The deprecated and retired operations. Operators announce them without a release; every process sees the change within a second. */
@Injectable()
export class Lifecycle {
  private deprecated: ReadonlyMap<string, Deprecation> | undefined;
  private reading: Promise<ReadonlyMap<string, Deprecation>> | undefined;

  constructor(
    private readonly database: Database,
    private readonly state: PlatformState,
  ) {
    state.onChange(() => {
      this.deprecated = undefined;
      this.reading = undefined;
    });
  }

  async deprecations(): Promise<ReadonlyMap<string, Deprecation>> {
    return this.deprecated ?? (this.reading ??= this.read());
  }

  /** Answers from memory. It starts a check for changes but does not await it, so that a call without a token needs no database. */
  deprecationOf(operation: string): Deprecation | undefined | Promise<Deprecation | undefined> {
    void this.state.current()?.catch(() => undefined);
    return this.deprecated ? this.deprecated.get(operation) : this.deprecations().then((read) => read.get(operation));
  }

  /**
   * Announces the sunset of an operation. The date of the first announcement stays; the sunset can be postponed but not
   * brought forward, because callers plan by it. Once it has passed, it cannot be changed.
   */
  async deprecate(operation: string, sunsetAt: Date, replacement: string, now = new Date()): Promise<Deprecation> {
    if (!REPLACEMENT.test(replacement)) throw new InvalidArgument('A replacement must be an http(s) URL or a path that starts with /.');
    const announced = await this.database.transaction(PLATFORM, async (tx) => {
      const known = await tx.findOne(OperationLifecycleEntity, { where: { operation }, lock: { mode: 'pessimistic_write' } });
      if (known && known.sunsetAt <= now) {
        const message = `${operation} was retired on ${known.sunsetAt.toISOString()}; that cannot be undone.`;
        throw new FailedPrecondition(message, 'OPERATION_RETIRED', { operation });
      }
      const deprecatedAt = known?.deprecatedAt ?? startOfDay(now);
      const earliest = known?.sunsetAt ?? twelveMonthsAfter(deprecatedAt);
      if (sunsetAt < earliest) {
        const message = known
          ? `The sunset of ${operation} is announced for ${day(earliest)}; it can be postponed, not brought forward.`
          : `The sunset must be at least 12 months after the deprecation: ${day(earliest)} or later.`;
        throw new InvalidArgument(message, 'SUNSET_TOO_EARLY');
      }
      const lifecycle = { operation, deprecatedAt, sunsetAt, replacement };
      await tx.upsert(OperationLifecycleEntity, lifecycle, ['operation']);
      const targets = [{ type: 'operation', id: operation }];
      await recordAudit(tx, byOperator('operation deprecate'), { targets, changes: changesBetween(known ?? undefined, lifecycle) });
      return lifecycle;
    });
    await this.state.refresh();
    return announced;
  }

  private read(): Promise<ReadonlyMap<string, Deprecation>> {
    const reading = this.database.reserved.read<Deprecation>(PLATFORM, SELECT).then(
      (rows) => {
        const deprecated = new Map(rows.map((row) => [row.operation, row]));
        // After a change during the read, the result is not cached and the next call reads again.
        if (this.reading === reading) this.deprecated = deprecated;
        return deprecated;
      },
      (error: unknown) => {
        if (this.reading === reading) this.reading = undefined;
        throw error;
      },
    );
    return reading;
  }
}

/** Refuses an operation whose sunset has passed. */
export function assertNotRetired({ operation, sunsetAt, replacement }: Deprecation): void {
  if (sunsetAt.getTime() > Date.now()) return;
  throw new ApiError('GONE', `${operation} was retired on ${sunsetAt.toISOString()}.`, 'OPERATION_RETIRED', {
    operation,
    sunsetAt: sunsetAt.toISOString(),
    replacement,
  });
}

function startOfDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}

function twelveMonthsAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(moment.getUTCFullYear() + 1);
  return later;
}

function day(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
