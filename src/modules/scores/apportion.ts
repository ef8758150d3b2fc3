/** Differences below this come from floating-point arithmetic. */
const EPSILON = 1e-9;

/** Splits a whole number by weight into whole numbers that add up to it, each less than 1 from its exact share. Of equal remainders the first wins. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight, index) => {
    const exact = (total * weight) / sum;
    const part = Math.floor(exact + EPSILON);
    return { index, part, remainder: exact - part };
  });
  const missing = total - shares.reduce((one, { part }) => one + part, 0);
  const byRemainder = [...shares].sort((a, b) =>
    Math.abs(b.remainder - a.remainder) > EPSILON ? b.remainder - a.remainder : a.index - b.index,
  );
  for (const share of byRemainder.slice(0, missing)) share.part += 1;
  return shares.map(({ part }) => part);
}
