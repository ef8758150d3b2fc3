/** What was tried, what came out, and whether it is as it should be; the trial ends with 1 when anything is not. */
export class Report {
  private failed = false;

  say(what: string, figures: string, isAsWanted = true): void {
    if (!isAsWanted) this.failed = true;
    process.stdout.write(`${isAsWanted ? 'ok    ' : 'FAILED'}  ${what.padEnd(44)} ${figures}\n`);
  }

  conclude(): void {
    process.stdout.write(this.failed ? 'Something is not as it should be.\n' : 'Everything is as it should be.\n');
    if (this.failed) process.exitCode = 1;
  }
}

export const round = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1));
