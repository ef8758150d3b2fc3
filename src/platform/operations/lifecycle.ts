import { Injectable } from '@nestjs/common';
import { PlatformState } from '#platform/database/platform-state';
import { Database, PLATFORM } from '#platform/database/database';
import { OperationLifecycleEntity } from './operation-lifecycle.entity';
import { ApiError, FailedPrecondition, InvalidArgument } from '#platform/errors/api-error';

export interface Deprecation {
  operation: string;
  deprecatedAt: Date;
  sunsetAt: Date;
  replacement: string;
}

export type LifecycleStage = 'alpha' | 'beta' | 'stable' | 'deprecated' | 'sunset-pending' | 'retired';

/** The last stretch before an operation is gone. */
const WIND_DOWN_MS = 30 * 86_400_000;

const SELECT = `SELECT operation, deprecated_at AS "deprecatedAt", sunset_at AS "sunsetAt", replacement FROM operation_lifecycle`;

/** It travels in a Link header between angle brackets. */
const REPLACEMENT = /^(?:https?:\/\/[^\s<>"/]|\/)[\x21\x23-\x3b\x3d\x3f-\x7e]*$/;

export function stageOf(declared: LifecycleStage, deprecation: Deprecation | undefined, now: number): LifecycleStage {
  if (!deprecation) return declared;
  const left = deprecation.sunsetAt.getTime() - now;
  if (left <= 0) return 'retired';
  return left <= WIND_DOWN_MS ? 'sunset-pending' : 'deprecated';
}

/** Which operations are on their way out: an operator's word, without a release, seen by every process within a second. */
@Injectable()
export class Lifecycle {
  private loaded: Promise<Map<string, Deprecation>> | undefined;

  constructor(
    private readonly database: Database,
    private readonly state: PlatformState,
  ) {
    state.onChange(() => {
      this.loaded = undefined;
    });
  }

  async deprecations(): Promise<ReadonlyMap<string, Deprecation>> {
    this.loaded ??= this.read();
    return this.loaded;
  }

  /** Sets the headers of a deprecated operation, and refuses a retired one. */
  async check(operation: string, setHeader: (name: string, value: string) => void): Promise<void> {
    const deprecation = (await this.deprecations()).get(operation);
    if (!deprecation) return;
    setHeader('Deprecation', 'true');
    setHeader('Sunset', deprecation.sunsetAt.toUTCString());
    setHeader('Link', `<${deprecation.replacement}>; rel=successor-version`);
    if (deprecation.sunsetAt.getTime() > Date.now()) return;
    throw new ApiError('GONE', `${operation} was retired on ${deprecation.sunsetAt.toISOString()}.`, 'OPERATION_RETIRED', {
      operation,
      sunsetAt: deprecation.sunsetAt.toISOString(),
      replacement: deprecation.replacement,
    });
  }

  /**
   * Announces the end of an operation. The announcement counts from its first day; the end can be put off later, but
   * not brought forward, because callers plan by what they were told. Once it has come, nothing changes it.
   */
  async deprecate(operation: string, sunsetAt: Date, replacement: string, now = new Date()): Promise<Deprecation> {
    if (!REPLACEMENT.test(replacement)) throw new InvalidArgument('A replacement is an http(s) address or a path that starts with /.');
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
          ? `${operation} was announced to end on ${day(earliest)}; its end can be put off, not brought forward.`
          : `The end of an operation is at least 12 months after its deprecation: ${day(earliest)} or later.`;
        throw new InvalidArgument(message, 'SUNSET_TOO_EARLY');
      }
      const lifecycle = { operation, deprecatedAt, sunsetAt, replacement };
      await tx.upsert(OperationLifecycleEntity, lifecycle, ['operation']);
      return lifecycle;
    });
    await this.state.refresh();
    return announced;
  }

  private async read(): Promise<Map<string, Deprecation>> {
    const rows = await this.database.facts.read<Deprecation>(PLATFORM, SELECT).catch((error: unknown) => {
      this.loaded = undefined;
      throw error;
    });
    return new Map(rows.map((row) => [row.operation, row]));
  }
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
