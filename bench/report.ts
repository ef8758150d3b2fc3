import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { met, type Outcome } from './context';
import { plotGrowth, plotTargets } from './plot';

const MARKS = ['<!-- results -->', '<!-- end of results -->'] as const;

/** Keeps the figures of a run; a whole run over the full data also becomes the report. */
export function publish(outcomes: readonly Outcome[], { quick, whole }: { quick: boolean; whole: boolean }): void {
  const failed = outcomes.filter((outcome) => !met(outcome)).length;
  process.stdout.write(`\n${outcomes.length - failed} of ${outcomes.length} targets met.\n`);
  const folder = join(projectRoot(), 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const kind = quick ? 'quick' : whole ? 'full' : 'partial';
  const run = { when: new Date().toISOString(), machine: machine(), outcomes };
  writeFileSync(join(folder, `${kind}.json`), `${JSON.stringify(run, null, 2)}\n`);
  if (kind !== 'full') return;
  writeFileSync(join(folder, 'targets.svg'), plotTargets(outcomes));
  writeFileSync(join(folder, 'growth.svg'), plotGrowth(outcomes));
  writeReport(outcomes);
}

function machine(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`;
}

function writeReport(outcomes: readonly Outcome[]): void {
  const file = join(projectRoot(), 'bench', 'README.md');
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(MARKS[0]);
  const after = rest.split(MARKS[1])[1] ?? '';
  const rows = [...outcomes].sort((a, b) => a.target - b.target).map(row);
  const table = ['| # | What | Measured | Wanted | | Detail |', '|---|---|---|---|---|---|', ...rows].join('\n');
  const made = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine()}, all on the same cores.`;
  writeFileSync(file, `${before}${MARKS[0]}\n\n${made}\n\n${table}\n\n${MARKS[1]}${after}`);
}

function row(outcome: Outcome): string {
  const { target, what, measured, wanted, better, unit, detail } = outcome;
  const sign = better === 'more' ? '≥' : '≤';
  return `| ${target} | ${what} | ${figure(measured)} ${unit} | ${sign} ${figure(wanted)} | ${met(outcome) ? 'met' : '**missed**'} | ${detail ?? ''} |`;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2).replace(/\.?0+$/, '');
}
