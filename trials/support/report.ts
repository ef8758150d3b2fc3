/** Prints each check, its result and whether it passed. The trial exits with 1 if any check failed. */
export class Report {
  private failed = false;

  say(what: string, figures: string, isAsWanted = true): void {
    if (!isAsWanted) this.failed = true;
    process.stdout.write(`${isAsWanted ? 'ok    ' : 'FAILED'}  ${what.padEnd(44)} ${figures}\n`);
  }

  conclude(): void {
    process.stdout.write(this.failed ? 'Some checks failed.\n' : 'All checks passed.\n');
    if (this.failed) process.exitCode = 1;
  }
}

export const round = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1));
