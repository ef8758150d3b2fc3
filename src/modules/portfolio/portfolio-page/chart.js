import { draw } from './elements.js';

/** A small line of overall scores, for a table; the numbers beside it say the same. */
export function sparkline(days) {
  const points = days.map(
    ({ overallScore }, index) => `${((index / Math.max(1, days.length - 1)) * 96).toFixed(1)},${(25 - overallScore / 4.2).toFixed(1)}`,
  );
  return draw('svg', { class: 'spark', viewBox: '0 0 96 26', 'aria-hidden': 'true' }, draw('polyline', { points: points.join(' ') }));
}

/** The overall score of a vendor by day. */
export function history(days) {
  const [width, height, left] = [640, 170, 30];
  const x = (index) => left + (index / Math.max(1, days.length - 1)) * (width - left - 10);
  const y = (score) => 12 + (1 - score / 100) * (height - 40);
  const grid = [0, 60, 80, 100].flatMap((score) => [
    draw('line', { x1: left, x2: width - 10, y1: y(score), y2: y(score) }),
    draw('text', { x: left - 6, y: y(score) + 4, 'text-anchor': 'end' }, String(score)),
  ]);
  const [first, last] = [days[0], days.at(-1)];
  const ends = [
    draw('text', { x: left, y: height - 6 }, first.date),
    draw('text', { x: width - 10, y: height - 6, 'text-anchor': 'end' }, last.date),
  ];
  const line = draw('polyline', {
    points: days.map(({ overallScore }, index) => `${x(index).toFixed(1)},${y(overallScore).toFixed(1)}`).join(' '),
  });
  const label = `Overall score: ${first.overallScore} on ${first.date}, ${last.overallScore} on ${last.date}`;
  return draw('svg', { class: 'history', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label }, ...grid, ...ends, line);
}
