/** Longer names are not compared: the work grows with the product of the lengths. */
const MAX_LENGTH = 100;
const MIN_PART = 4;

/** The known name that is nearest to a misspelt one; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = distanceBetween(name.toUpperCase(), candidate.toUpperCase());
    if (distance < (best?.distance ?? Infinity)) best = { candidate, distance };
  }
  if (!best) return undefined;
  const isNear = best.distance < name.length && best.distance <= Math.max(2, name.length / 4);
  const isPart = name.length > MIN_PART && best.candidate.toUpperCase().includes(name.toUpperCase());
  return isNear || isPart ? best.candidate : undefined;
}

/** How many characters to insert, delete or replace to get from one word to the other. */
function distanceBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...from].entries()) {
    let left = above + 1;
    row = row.map((cost, index) => {
      if (index === 0) return left;
      const replaced = (row[index - 1] ?? 0) + (letter === to[index - 1] ? 0 : 1);
      return (left = Math.min(left + 1, cost + 1, replaced));
    });
  }
  return row.at(-1) ?? 0;
}
