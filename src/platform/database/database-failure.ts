import { TypeORMError } from 'typeorm';

const failures = new WeakSet<Error>();

/** Runs what talks to PostgreSQL and to nobody else: whatever it throws is a failure of the database. */
export async function talking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asDatabaseFailure(error);
  }
}

/** The same error, known from now on to be the database's. Its code alone does not tell: a file may be missing too. */
export function asDatabaseFailure<E>(error: E): E {
  if (error instanceof Error) failures.add(error);
  return error;
}

export function isDatabaseFailure(error: unknown): error is Error {
  return error instanceof TypeORMError || (error instanceof Error && failures.has(error));
}
