import type { CsvRow } from './csv';
import { PORTION, run, type ReaderOrder } from './read-vendor-csv.task';

/** Runs the task in this thread. */
class Reading {
  /** Number of portions sent. */
  readonly sizes: number[] = [];
  readonly output: Promise<string[]>;
  /** Resolves once the file is read and its first portion sent. */
  readonly listening: Promise<(order: ReaderOrder) => void>;

  constructor(rows: number) {
    const lines = Array.from({ length: rows }, (_, at) => `reader-${at}.com`);
    let onMessage: (listener: (order: ReaderOrder) => void) => void = () => undefined;
    this.listening = new Promise((listens) => (onMessage = listens));
    const send = (portion: CsvRow[]) => {
      this.sizes.push(portion.length);
    };
    this.output = run(Buffer.from(['domain_name', ...lines].join('\n')), { send, onMessage });
  }
}

describe('The reader of vendor files', () => {
  it('sends one portion, and each further one on request', async () => {
    const task = new Reading(2 * PORTION + 1);
    const order = await task.listening;
    expect(task.sizes).toEqual([PORTION]);
    order('next');
    expect(task.sizes).toEqual([PORTION, PORTION]);
    order('next');
    expect(await task.output).toEqual([]);
    expect(task.sizes).toEqual([PORTION, PORTION, 1]);
  });

  it('ends early when nobody wants the rest', async () => {
    const task = new Reading(2 * PORTION);
    const order = await task.listening;
    order('close');
    expect(await task.output).toEqual([]);
    expect(task.sizes).toEqual([PORTION]);
  });

  it('sends nothing for a file without rows', async () => {
    const task = new Reading(0);
    expect(await task.output).toEqual([]);
    expect(task.sizes).toEqual([]);
  });
});
