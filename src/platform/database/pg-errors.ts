import { QueryFailedError } from 'typeorm';
import { isDatabaseFailure } from './database-failure';
import { Aborted, ApiError, InvalidArgument, Unavailable } from '#platform/errors/api-error';

interface PgError extends Error {
  code?: string;
  constraint?: string;
}

/** PostgreSQL's own error, whether TypeORM wrapped it or not. */
function pgError(error: unknown): PgError | undefined {
  if (error instanceof QueryFailedError) return error.driverError as PgError;
  return error instanceof Error ? error : undefined;
}

/** Whether a statement failed because of this unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = pgError(error);
  return cause?.code === '23505' && cause.constraint === constraint;
}

/** Whether a statement did not get a lock: it gave up waiting, or was the victim of a deadlock. */
export function isLockConflict(error: unknown): boolean {
  const code = pgError(error)?.code;
  return code === LOCK_TIMEOUT || code === DEADLOCK;
}

/** Whether a statement exceeded its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return isDatabaseFailure(error) && pgError(error)?.code === STATEMENT_TIMEOUT;
}

const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';
const STATEMENT_TIMEOUT = '57014';
const UNUSABLE_TEXT = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008']);
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The pool's message when no connection became free in time. */
export const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';
/** The last one is TypeORM's message for a connection that ended between two statements of a transaction. */
const CONNECTION_MESSAGES =
  /Connection terminated|Client has encountered a connection error|not queryable|Cannot use a pool after|not currently accepting connections|already released|Query read timeout/;

/** The answer to the caller for a database failure; undefined for a defect, or an error that does not come from the database. */
export function toApiError(error: unknown): ApiError | undefined {
  const cause = isDatabaseFailure(error) ? pgError(error) : undefined;
  if (!cause) return undefined;
  const code = cause.code ?? '';
  if (UNUSABLE_TEXT.has(code)) return new InvalidArgument('A value cannot be stored or compared as given.', 'VALUE_UNUSABLE');
  if (code === STATEMENT_TIMEOUT) return new ApiError('DEADLINE_EXCEEDED', 'The call exceeded its time limit.', 'STATEMENT_TIMEOUT');
  if (code === LOCK_TIMEOUT) return new Unavailable('The data is locked by another call; try again.', 'LOCK_TIMEOUT', 1);
  if (code === '40001' || code === DEADLOCK)
    return new Aborted('The call conflicted with a concurrent one; try again.', 'CONCURRENT_UPDATE');
  if (code === '25006') return new Unavailable('The database accepts no writes at the moment.', 'DATABASE_READ_ONLY', 5);
  if (code === '53100') return new Unavailable('The database has no space left.', 'DATABASE_FULL', 30);
  if (cause.message === POOL_EXHAUSTED)
    return new Unavailable('Every connection to the database is in use; try again.', 'DATABASE_BUSY', 1);
  if (
    code.startsWith('08') ||
    code.startsWith('53') ||
    code.startsWith('57P') ||
    code.startsWith('28') || // login refused: for the operator to fix, not the caller
    code === '3D000' ||
    CONNECTION_CODES.has(code) ||
    CONNECTION_MESSAGES.test(cause.message)
  ) {
    return new Unavailable('The database cannot be reached at the moment.', 'DATABASE_UNAVAILABLE', 1);
  }
  return undefined;
}
