import { met, type Outcome } from './context';

const COLOURS = ['#1f6feb', '#d1242f', '#1a7f37', '#9a6700', '#8250df', '#0a7ea4', '#57606a'];
const MAX_FACTOR = 100;
export const TEXT = 'font-family="sans-serif" font-size="11" fill="#24292f"';

/** One bar per target on a logarithmic scale: result divided by target. A bar that ends right of the line met its target. */
export function plotTargets(outcomes: readonly Outcome[]): string {
  const sorted = [...outcomes].sort((a, b) => a.target - b.target);
  const [label, width, line] = [430, 330, 18];
  // A result of 0 has no ratio.
  const factor = ({ measured, wanted, better }: Outcome) =>
    measured === wanted ? 1 : Math.min(MAX_FACTOR, better === 'more' ? measured / wanted : wanted / measured);
  const logs = sorted.map((outcome) => Math.log2(Math.max(factor(outcome), 0.01)));
  const [low, high] = [Math.min(-0.5, ...logs), Math.max(1, ...logs)];
  const x = (log: number) => label + ((log - low) / (high - low)) * width;
  const bars = sorted.map((outcome, index) => {
    const [from, to] = [x(0), x(logs[index] as number)].sort((a, b) => a - b) as [number, number];
    const y = 30 + index * line;
    return (
      `<text x="${label - 8}" y="${y + 11}" text-anchor="end" ${TEXT}>${escape(outcome.what)}</text>` +
      `<rect x="${from.toFixed(1)}" y="${y + 2}" width="${Math.max(1, to - from).toFixed(1)}" height="11" fill="${met(outcome) ? '#1a7f37' : '#d1242f'}"/>` +
      `<text x="${(Math.max(to, x(0)) + 5).toFixed(1)}" y="${y + 11}" ${TEXT}>${factor(outcome).toPrecision(2)}×</text>`
    );
  });
  const height = 40 + sorted.length * line;
  return svg(
    label + width + 60,
    height,
    `<text x="8" y="18" ${TEXT}>Result / target; right of the line is better than the target</text>` +
      `<line x1="${x(0)}" y1="26" x2="${x(0)}" y2="${height - 8}" stroke="#24292f"/>${bars.join('')}`,
  );
}

/** Cost of each read against the number of observations, both logarithmic. */
export function plotGrowth(outcomes: readonly Outcome[]): string {
  const series = outcomes.flatMap((outcome) => (outcome.series ? [outcome.series] : []));
  if (series.length === 0) return svg(300, 40, `<text x="8" y="20" ${TEXT}>Not measured</text>`);
  const sizes = series[0]?.sizes as number[];
  const highest = Math.max(...series.flatMap(({ medians }) => medians)) * 1.4;
  const lowest = Math.min(...series.flatMap(({ medians }) => medians)) / 1.4;
  const at = (value: number, from: number, to: number) => (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from));
  const x = (size: number) => 60 + at(size, sizes[0] as number, sizes.at(-1) as number) * 380;
  const y = (ms: number) => 300 - at(ms, lowest, highest) * 270;
  const lines = series.map(({ name, medians }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const points = medians.map((ms, place) => `${x(sizes[place] as number).toFixed(1)},${y(ms).toFixed(1)}`).join(' ');
    const legend = `<text x="470" y="${40 + index * 18}" ${TEXT.replace('#24292f', colour as string)}>${escape(name)}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>${legend}`;
  });
  const ticks = sizes.map((size) => `<text x="${x(size)}" y="320" text-anchor="middle" ${TEXT}>${size.toLocaleString('en')}</text>`);
  const marks = [0.5, 1, 2, 5, 10, 20, 50].filter((ms) => ms > lowest && ms < highest);
  const grid = marks.map(
    (ms) =>
      `<line x1="60" y1="${y(ms)}" x2="440" y2="${y(ms)}" stroke="#d0d7de"/><text x="54" y="${y(ms) + 4}" text-anchor="end" ${TEXT}>${ms} ms</text>`,
  );
  return svg(
    680,
    340,
    `${grid.join('')}${ticks.join('')}${lines.join('')}<text x="60" y="18" ${TEXT}>Cost of a call by observations in the organization</text>`,
  );
}

export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
