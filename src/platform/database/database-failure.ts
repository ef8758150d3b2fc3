import { TypeORMError } from 'typeorm';

const failures = new WeakSet<Error>();

/** Runs work that only talks to PostgreSQL: every error it throws is a database failure. */
export async function markingFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asDatabaseFailure(error);
  }
}

/** Marks an error as a database failure. Its code alone is ambiguous: ENOENT may also mean a missing file. */
export function asDatabaseFailure<E>(error: E): E {
  if (error instanceof Error) failures.add(error);
  return error;
}

export function isDatabaseFailure(error: unknown): error is Error {
  return error instanceof TypeORMError || (error instanceof Error && failures.has(error));
}
