import { ConfigurationError } from '#platform/config/env';
import { toApiError } from './pg-errors';

/** One line about what an operator can put right: settings, the database, a disk. Undefined for a defect, whose stack is needed. */
export function operatorMessage(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  const known = toApiError(failure);
  if (known) return `${known.message} (${failure.message})`;
  const isOfSystem = (failure as NodeJS.ErrnoException).syscall !== undefined;
  return failure instanceof ConfigurationError || isOfSystem ? failure.message : undefined;
}
