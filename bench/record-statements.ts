import { BatchRunner, type Step } from '#platform/database/batch-runner';
import type { BatchResult } from '#platform/database/statement-batch';

type Run = (this: BatchRunner, ...args: Parameters<BatchRunner['run']>) => Promise<BatchResult[]>;
type Recorded = Required<Pick<Step, 'sql' | 'params'>>;

const runner = BatchRunner.prototype as { run: Run };

/** Records the statements that the service inside this process runs during some work. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  await replacing(
    work,
    (original) =>
      function (scope, statements, described) {
        recorded.push(...statements.map(({ sql, params = [] }) => ({ sql, params })));
        return original.call(this, scope, statements, described);
      },
  );
  return recorded;
}

/** Runs some work while the service in this process uses another reader. */
export function withReads<T>(
  read: (statements: readonly Step[], described: boolean) => Promise<BatchResult[]>,
  work: () => Promise<T>,
): Promise<T> {
  return replacing(work, () => (_scope, statements, described) => read(statements, described));
}

async function replacing<T>(work: () => Promise<T>, replacement: (original: Run) => Run): Promise<T> {
  const original = runner.run;
  runner.run = replacement(original);
  try {
    return await work();
  } finally {
    runner.run = original;
  }
}
