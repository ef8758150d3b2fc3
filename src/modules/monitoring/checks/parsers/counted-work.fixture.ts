const LINEAR = ['indexOf', 'includes', 'shift', 'unshift', 'splice', 'concat', 'slice', 'find', 'filter', 'some'] as const;
type Method = (this: unknown[], ...args: unknown[]) => unknown;

/** Counts the elements of the arrays that a task searches, shifts or copies: a measure of its work that no clock disturbs. */
export function countedWork(task: () => unknown): number {
  const prototype = Array.prototype as unknown as Record<string, Method>;
  const originals = LINEAR.map((name) => [name, prototype[name] as Method] as const);
  let work = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (...args) {
      work += this.length;
      return original.apply(this, args);
    };
  }
  try {
    task();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
  return work;
}
