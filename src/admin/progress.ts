const EVERY_MS = 200;
const WIDTH = 30;

/** A progress bar on standard error; silent when that is not a terminal. */
export class Progress {
  private readonly started = Date.now();
  private done = 0;
  private drawnAt = 0;

  constructor(
    /** In bytes or rows. Undefined for standard input. */
    private readonly total: number | undefined,
    private readonly records: () => number,
  ) {}

  /** In bytes, or in rows if the total is in rows. */
  advance(count: number): void {
    this.done += count;
    if (!process.stderr.isTTY || Date.now() - this.drawnAt < EVERY_MS) return;
    this.drawnAt = Date.now();
    this.draw();
  }

  end(): void {
    if (!process.stderr.isTTY) return;
    this.draw();
    process.stderr.write('\n');
  }

  private draw(): void {
    const line = progressLine({
      done: this.done,
      total: this.total,
      records: this.records(),
      seconds: (Date.now() - this.started) / 1000,
    });
    process.stderr.write(`\r${line}   `);
  }
}

export interface ProgressState {
  done: number;
  total: number | undefined;
  records: number;
  seconds: number;
}

export function progressLine({ done, total, records, seconds }: ProgressState): string {
  const pace = records > 0 && seconds > 0 ? `  ${grouped(records / seconds)} records/s` : '';
  if (total === undefined || total === 0) return `${grouped(done / 1024)} KiB${pace}`;
  const share = Math.min(1, done / total);
  const left = share > 0 ? `  ${duration(seconds / share - seconds)} left` : '';
  return `[${'#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.')}] ${Math.floor(share * 100)} %${pace}${left}`;
}

function grouped(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
