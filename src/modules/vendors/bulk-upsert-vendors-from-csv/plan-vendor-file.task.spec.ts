import { PORTION, run, type FilePortion, type PlannerOrder } from './plan-vendor-file.task';

/** Runs the task in this thread. */
class Planning {
  readonly sent: FilePortion[] = [];
  readonly output: ReturnType<typeof run>;
  /** Resolves once the file is read and the domains of its first portion sent. */
  readonly listening: Promise<(order: PlannerOrder) => void>;

  constructor(rows: number, dryRun = false) {
    const lines = Array.from({ length: rows }, (_, at) => `planned-${at}.com`);
    let onMessage: (listener: (order: PlannerOrder) => void) => void = () => undefined;
    this.listening = new Promise((listens) => (onMessage = listens));
    const send = (portion: FilePortion) => {
      this.sent.push(portion);
    };
    this.output = run({ bytes: Buffer.from(['domain_name', ...lines].join('\n')), dryRun }, { send, onMessage });
  }
}

const NOBODY = { standing: '[]', freeSlots: 0, nextRows: PORTION };
const domainsIn = (text = '{}') => text.split(',').length;
const resultsIn = ({ planned }: FilePortion) =>
  JSON.parse(`[${Buffer.from(planned?.results ?? []).toString()}]`) as { rowIndex: string; id?: string; code?: string }[];

describe('The planner of vendor files', () => {
  it('asks for the vendors of each portion, and plans it when it knows them', async () => {
    const task = new Planning(PORTION + 3);
    const order = await task.listening;
    expect(task.sent.map(({ planned, domains }) => [planned, domainsIn(domains)])).toEqual([[undefined, PORTION]]);
    order({ ...NOBODY, nextRows: 2 });
    order(NOBODY);
    order(NOBODY);
    const outcome = await task.output;
    expect(task.sent.slice(1).map(({ domains }) => domains && domainsIn(domains))).toEqual([2, 1, undefined]);
    expect(task.sent.slice(1).map((portion) => resultsIn(portion).length)).toEqual([PORTION, 2, 1]);
    expect(outcome).toMatchObject({ summary: { total: PORTION + 3, accepted: PORTION + 3 } });
  });

  it('names known vendors, and creates the others with ids', async () => {
    const known = ['0190a000-0000-7000-8000-000000000001', 'planned-0.com', 2, 'Planned', ...Array<null>(9).fill(null)];
    const task = new Planning(2);
    (await task.listening)({ ...NOBODY, standing: JSON.stringify([known]) });
    await task.output;
    const [, portion] = task.sent as [FilePortion, FilePortion];
    expect(resultsIn(portion)).toMatchObject([{ id: known[0], code: 'UNCHANGED' }, { id: expect.any(String) }]);
    expect(portion.planned?.writes.changed).toBeUndefined();
    expect(portion.planned?.writes.created?.[0]).toBe(`{"${resultsIn(portion)[1]?.id}"}`);
  });

  it('gives new vendors no id in a dry run', async () => {
    const task = new Planning(1, true);
    (await task.listening)(NOBODY);
    await task.output;
    expect(resultsIn(task.sent[1] as FilePortion)).toEqual([expect.not.objectContaining({ id: expect.anything() })]);
  });

  it('stops when it is closed early', async () => {
    const task = new Planning(2 * PORTION);
    (await task.listening)('close');
    await task.output;
    expect(task.sent).toHaveLength(1);
  });

  it('requests nothing for a file without rows', async () => {
    const task = new Planning(0);
    expect(await task.output).toMatchObject({ summary: { total: 0 } });
    expect(task.sent).toEqual([]);
  });
});
