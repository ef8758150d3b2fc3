import { BatchRunner, type Step } from '#platform/database/batch-runner';
import type { BatchResult } from '#platform/database/statement-batch';

type Run = (this: BatchRunner, ...args: Parameters<BatchRunner['run']>) => Promise<BatchResult[]>;
type Recorded = Required<Pick<Step, 'sql' | 'params'>>;

const runner = BatchRunner.prototype as { run: Run };

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
  read: (statements: readonly Step[], described: boolean) => Promise<BatchResult[]>,
  work: () => Promise<T>,
): Promise<T> {
  return replacing(work, () => (_scope, statements, described) => read(statements, described));
}

async function replacing<T>(work: () => Promise<T>, replacement: (usual: Run) => Run): Promise<T> {
  const usual = runner.run;
  runner.run = replacement(usual);
  try {
    return await work();
  } finally {
    runner.run = usual;
  }
}
