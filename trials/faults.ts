import { parseArgs } from 'node:util';
import { Random } from '../src/admin/seed/demo/random';
import { fullDisk } from './support/full-disk';
import { fullLog } from './support/full-log';
import { killDatabase, killService } from './support/kills';
import { Report } from './support/report';
import { Stage } from './support/stage';
import { frozen, locked, readOnly, slow } from './support/troubles';

const PARTS = ['database', 'service', 'troubles', 'disk'] as const;
type Part = (typeof PARTS)[number];

interface Options {
  count: number;
  seed: number;
  parts: readonly Part[];
}

/** Kills PostgreSQL and the service under load, takes away their resources, and checks that no acknowledged write is lost. */
async function main(): Promise<void> {
  const { count, seed, parts } = optionsOf(process.argv.slice(2));
  const report = new Report();
  report.say('faults', `${count} kills of each, seed ${seed}: ${parts.join(', ')}`);
  const random = new Random(seed);
  if (parts.some((part) => part !== 'disk')) {
    await Stage.with(report, undefined, async (stage) => {
      if (parts.includes('database')) await killDatabase(stage, count, random);
      if (parts.includes('service')) await killService(stage, count, random);
      if (!parts.includes('troubles')) return;
      await readOnly(stage);
      await locked(stage);
      await slow(stage);
      await frozen(stage);
    });
  }
  if (parts.includes('disk')) {
    await fullDisk(report);
    await fullLog(report);
  }
  report.conclude();
}

function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { count: { type: 'string', default: '100' }, seed: { type: 'string' }, only: { type: 'string', default: PARTS.join() } },
  });
  const [count, seed] = [Number(values.count), Number(values.seed ?? Date.now() % 1_000_000)];
  if (!Number.isInteger(count) || count < 1) throw new Error('--count must be a whole number of at least 1.');
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.');
  const parts = values.only.split(',');
  const unknown = parts.find((part) => !PARTS.includes(part as Part));
  if (unknown !== undefined) throw new Error(`Unknown part ${unknown}: --only takes ${PARTS.join(', ')}.`);
  return { count, seed, parts: parts as Part[] };
}

void main();
