import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';

interface ProcessOptions {
  /** Its niceness: 0 to 19. */
  nice?: number;
}

/** Runs the work of a file in a separate process, so that its cost does not distort the measurement. */
export function inProcess<Task, Result>(
  file: string,
  work: (task: Task) => Promise<Result>,
  { nice = 0 }: ProcessOptions = {},
): (task: Task) => Promise<Result> {
  if (process.send && process.argv[1] === file) {
    process.once('message', (task: Task) => {
      void work(task).then((result) => process.send?.(result, () => process.exit()));
    });
  }
  return async (task) => {
    const child = fork(file);
    const lost = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${file} ended without a result (${String(signal ?? code)}).`);
    });
    setPriority(child.pid as number, Math.min(19, getPriority() + nice));
    child.send(task as object);
    const [result] = (await Promise.race([once(child, 'message'), lost])) as [Result];
    lost.catch(() => undefined); // it ends once it has answered
    return result;
  };
}
