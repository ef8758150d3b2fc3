import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { isJudged, met, type Outcome } from './context';
import { plotGrowth, plotTargets } from './plot';

const MARKS = ['<!-- results -->', '<!-- end of results -->'] as const;

interface Kept extends Outcome {
  when: string;
}

interface Run {
  quick: boolean;
  /** Whether every target was measured. */
  whole: boolean;
}

/**
 * Stores the figures of a run. A complete run replaces all earlier figures, so that no renamed target stays behind. A partial
 * run replaces only the targets it measured. A quick run proves nothing and is stored separately.
 */
export function publish(outcomes: readonly Outcome[], { quick, whole }: Run): void {
  const judged = outcomes.filter((outcome) => isJudged(outcome, quick));
  process.stdout.write(`\n${judged.filter(met).length} of ${judged.length} targets met.\n`);
  const folder = join(projectRoot(), 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const when = new Date().toISOString();
  const measured = outcomes.map((outcome): Kept => ({ ...outcome, when }));
  const file = join(folder, quick ? 'quick.json' : 'full.json');
  const kept = inOrder(quick || whole ? measured : merge(file, measured));
  writeFileSync(file, `${JSON.stringify({ machine: machine(), outcomes: kept }, null, 2)}\n`);
  if (quick) return;
  writeFileSync(join(folder, 'targets.svg'), plotTargets(kept));
  writeFileSync(join(folder, 'growth.svg'), plotGrowth(kept));
  writeReport(kept);
}

function merge(file: string, measured: readonly Kept[]): Kept[] {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { outcomes: Kept[] }).outcomes : [];
  const latest = new Map([...before, ...measured].map((outcome) => [outcome.what, outcome]));
  return [...latest.values()];
}

function inOrder(outcomes: readonly Kept[]): Kept[] {
  return [...outcomes].sort((a, b) => a.target - b.target);
}

function machine(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`;
}

function writeReport(outcomes: readonly Kept[]): void {
  const file = join(projectRoot(), 'bench', 'README.md');
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(MARKS[0]);
  const after = rest.split(MARKS[1])[1] ?? '';
  const rows = outcomes.map(row);
  const table = ['| # | What | Measured | Wanted | | Detail |', '|---|---|---|---|---|---|', ...rows].join('\n');
  const days = outcomes.map(({ when }) => when.slice(0, 10)).sort();
  const made = `Measured ${days[0]} to ${days.at(-1)}: ${machine()}, all on the same cores.`;
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
