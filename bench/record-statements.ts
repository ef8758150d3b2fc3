import type { BatchResult } from '#platform/database/read-batch';
import { Reader, type Reading } from '#platform/database/reader';

type Batch = (this: Reader, scope: unknown, statements: readonly Reading[], described: boolean) => Promise<BatchResult[]>;
type Recorded = Required<Pick<Reading, 'sql' | 'params'>>;

const reader = Reader.prototype as unknown as { batch: Batch };

/** What the service inside this process reads from PostgreSQL for a piece of work. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  await replacing(
    work,
    (usual) =>
      function (scope, statements, described) {
        recorded.push(...statements.map(({ sql, params = [] }) => ({ sql, params })));
        return usual.call(this, scope, statements, described);
      },
  );
  return recorded;
}

/** A piece of work for which the service inside this process reads in another way. */
export function withReads<T>(
  read: (statements: readonly Reading[], described: boolean) => Promise<BatchResult[]>,
  work: () => Promise<T>,
): Promise<T> {
  return replacing(work, () => (_scope, statements, described) => read(statements, described));
}

async function replacing<T>(work: () => Promise<T>, replacement: (usual: Batch) => Batch): Promise<T> {
  const usual = reader.batch;
  reader.batch = replacement(usual);
  try {
    return await work();
  } finally {
    reader.batch = usual;
  }
}
