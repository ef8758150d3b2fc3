import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { SCORE_MODEL, type HarmCurve } from '#modules/scores/score-model';
import { percentile } from './percentile';
import { svg, TEXT } from './plot';
import { scorePopulation, type HabitScores } from './score-population';

/** The curve of release 1.0.0: half of the harm at a burden of 200, whatever the severities. */
const FORMER_CURVE: HarmCurve = { halfBurden: 200, harmLimits: [100, 100, 100, 100, 100] };
const GRADES = [
  ['A', 90, 101, '#d7f0dd'],
  ['B', 80, 90, '#e9f5d3'],
  ['C', 70, 80, '#fdf3c4'],
  ['D', 60, 70, '#fce1c8'],
  ['F', 0, 60, '#f9d2d0'],
] as const;
const PANEL = { width: 430, height: 260, top: 46, left: 70 };

/** Writes the picture of docs/scoring.md and prints its numbers: `node scripts/build-if-stale.mjs && node dist/bench/plot-scores.js`. */
function main(): void {
  const [before, after] = [scorePopulation(FORMER_CURVE), scorePopulation(SCORE_MODEL)];
  const panels = [
    panel(before, 0, 'Before: harm = burden / (burden + 200)'),
    panel(after, 1, `After: harm = limit × burden / (burden + ${SCORE_MODEL.halfBurden})`),
  ];
  const legend = `<text x="8" y="18" ${TEXT}>Overall scores of ${before.length} × ${before[0]?.scores.length ?? 0} made-up vendors: each dot is one, each bar spans the middle 80 %, each line is the median</text>`;
  const picture = svg(2 * PANEL.width + 30, PANEL.top + PANEL.height + 50, legend + panels.join(''));
  writeFileSync(join(projectRoot(), 'docs', 'images', 'score-distribution.svg'), picture);
  for (const [name, population] of Object.entries({ before, after })) {
    for (const { habit, scores, grades } of population) {
      const middle = [0.1, 0.5, 0.9].map((share) => percentile(scores, share)).join(' ');
      process.stdout.write(`${name} ${habit}: ${middle} ${JSON.stringify(grades)}\n`);
    }
  }
}

function panel(population: readonly HabitScores[], place: number, title: string): string {
  const left = PANEL.left + place * PANEL.width;
  const width = PANEL.width - PANEL.left;
  const y = (score: number) => PANEL.top + PANEL.height * (1 - score / 100);
  const bands = GRADES.map(
    ([grade, from, to, colour]) =>
      `<rect x="${left}" y="${y(Math.min(100, to)).toFixed(1)}" width="${width}" height="${(y(from) - y(Math.min(100, to))).toFixed(1)}" fill="${colour}"/>` +
      `<text x="${left - 8}" y="${(y((from + Math.min(100, to)) / 2) + 4).toFixed(1)}" text-anchor="end" ${TEXT}>${grade}</text>`,
  );
  const ticks = [0, 60, 70, 80, 90, 100].map(
    (score) => `<text x="${left - 24}" y="${(y(score) + 4).toFixed(1)}" text-anchor="end" ${TEXT}>${score}</text>`,
  );
  const columns = population.map(({ habit, scores }, index) => {
    const step = width / population.length;
    const middle = left + step * (index + 0.5);
    const dots = scores.map((score, number) => {
      const x = middle + ((((number * 0.618) % 1) - 0.5) * step) / 1.8; // spread evenly, without chance
      return `<circle cx="${x.toFixed(1)}" cy="${y(score).toFixed(1)}" r="1.3"/>`;
    });
    const [low, half, high] = [0.1, 0.5, 0.9].map((share) => y(percentile(scores, share))) as [number, number, number];
    return (
      `<g fill="#1f6feb" fill-opacity="0.45">${dots.join('')}</g>` +
      `<rect x="${(middle - 11).toFixed(1)}" y="${high.toFixed(1)}" width="22" height="${Math.max(2, low - high).toFixed(1)}" fill="none" stroke="#24292f"/>` +
      `<line x1="${(middle - 15).toFixed(1)}" y1="${half.toFixed(1)}" x2="${(middle + 15).toFixed(1)}" y2="${half.toFixed(1)}" stroke="#24292f" stroke-width="2"/>` +
      `<text x="${middle.toFixed(1)}" y="${PANEL.top + PANEL.height + 16}" text-anchor="middle" ${TEXT}>${habit}</text>` +
      `<text x="${middle.toFixed(1)}" y="${PANEL.top + PANEL.height + 31}" text-anchor="middle" ${TEXT}>median ${percentile(scores, 0.5)}</text>`
    );
  });
  return `<text x="${left}" y="${PANEL.top - 8}" ${TEXT}>${title}</text>${bands.join('')}${ticks.join('')}${columns.join('')}`;
}

main();
