import { Injectable } from '@nestjs/common';
import { PlatformState } from '#platform/auth/platform-state';
import { Database, PLATFORM } from '#platform/database/database';
import { ApiError } from '#platform/errors/api-error';

export interface Deprecation {
  operation: string;
  deprecatedAt: Date;
  sunsetAt: Date;
  replacement: string;
}

export type LifecycleStage = 'alpha' | 'beta' | 'stable' | 'deprecated' | 'sunset-pending' | 'retired';

/** The last stretch before an operation is gone. */
const WIND_DOWN_MS = 30 * 86_400_000;

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
    state: PlatformState,
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

  private async read(): Promise<Map<string, Deprecation>> {
    const rows = await this.database
      .read<Deprecation>(
        PLATFORM,
        `SELECT operation, deprecated_at AS "deprecatedAt", sunset_at AS "sunsetAt", replacement FROM operation_lifecycle`,
      )
      .catch((error: unknown) => {
        this.loaded = undefined;
        throw error;
      });
    return new Map(rows.map((row) => [row.operation, row]));
  }
}
