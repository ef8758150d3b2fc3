import { Reader, type Reading } from '#platform/database/reader';

type Batch = (this: Reader, scope: unknown, statements: readonly Reading[], described: boolean) => unknown;

/** What the service inside this process reads from PostgreSQL for a piece of work. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Required<Pick<Reading, 'sql' | 'params'>>[]> {
  const recorded: Required<Pick<Reading, 'sql' | 'params'>>[] = [];
  const reader = Reader.prototype as unknown as { batch: Batch };
  const original = reader.batch;
  reader.batch = function (scope, statements, described) {
    recorded.push(...statements.map(({ sql, params = [] }) => ({ sql, params })));
    return original.call(this, scope, statements, described);
  };
  try {
    await work();
  } finally {
    reader.batch = original;
  }
  return recorded;
}
