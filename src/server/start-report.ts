const TICK_MS = 1000;
/** In a log, a line for every second would be too many. */
const TICKS_PER_LINE = 2;
const WIDTH = 20;

/** Tells on standard error what a start is doing: one line that is written again on a terminal, a line every two seconds elsewhere. */
export class StartReport {
  private readonly isTerminal = process.stderr.isTTY;
  private readonly timer = setInterval(() => {
    this.tick();
  }, TICK_MS).unref();
  private text = '';
  private share: number | undefined;
  private since = 0;
  private ticks = 0;

  /** What starts now. A step that takes long should be said at once, also in a log. */
  step(text: string, { isLong = false } = {}): void {
    [this.text, this.share, this.since, this.ticks] = [text, undefined, Date.now(), 0];
    if (this.isTerminal || isLong) this.write();
  }

  /** How far it is, and the part that is done, from 0 to 1. */
  advance(text: string, share: number): void {
    [this.text, this.share] = [text, share];
    if (this.isTerminal) this.write();
  }

  end(): void {
    clearInterval(this.timer);
    if (this.isTerminal) process.stderr.write('\r\u001b[K');
  }

  private tick(): void {
    this.ticks += 1;
    if (this.text !== '' && (this.isTerminal || this.ticks % TICKS_PER_LINE === 0)) this.write();
  }

  private write(): void {
    const line = stepLine(this.text, this.isTerminal ? this.share : undefined, (Date.now() - this.since) / 1000);
    process.stderr.write(this.isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
  }
}

/** `Loading demo data… 6,000 findings  [##########..........]  4 s` */
export function stepLine(text: string, share: number | undefined, seconds: number): string {
  const bar = share === undefined ? '' : `  [${'#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.')}]`;
  const time = seconds < 1 ? '' : `  ${Math.floor(seconds)} s`;
  return `${text}${bar}${time}`;
}
