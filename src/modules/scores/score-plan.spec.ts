import fc from 'fast-check';
import { scoreVendor } from './score-model';
import { MAX_EXACT_GROUPS, MAX_STEPS, planScore } from './score-plan';
import type { ScorePart } from './score-parts';

const part: fc.Arbitrary<ScorePart> = fc
  .record({
    category: fc.integer({ min: 1, max: 4 }),
    severity: fc.integer({ min: 1, max: 5 }),
    groupKey: fc.constantFrom(...Array.from({ length: 9 }, (_, index) => `group_${index}`)),
    openCount: fc.integer({ min: 1, max: 6 }),
    exploited: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ exploited, ...rest }) => ({ ...rest, knownExploitedCount: exploited === 1 ? 1 : 0, ransomwareCount: 0 }));

const scoreWithout = (parts: readonly ScorePart[], resolved: ReadonlySet<string>) =>
  scoreVendor(parts.filter(({ groupKey }) => !resolved.has(groupKey))).overallScore;

/** The fewest groups by trying every subset with the score model itself. */
function fewest(parts: readonly ScorePart[], target: number): number {
  const keys = [...new Set(parts.map(({ groupKey }) => groupKey))];
  let size = keys.length;
  for (let subset = 0; subset < 2 ** keys.length; subset += 1) {
    const resolved = new Set(keys.filter((_, index) => (subset >> index) & 1));
    if (resolved.size < size && scoreWithout(parts, resolved) >= target) size = resolved.size;
  }
  return size;
}

/** So many groups, each in one category. */
const many = (count: number): ScorePart[] =>
  Array.from({ length: count }, (_, index) => ({
    category: (index % 14) + 1,
    severity: (index % 4) + 2,
    groupKey: `group_${index}`,
    openCount: (index % 7) + 1,
    knownExploitedCount: index % 97 === 0 ? 1 : 0,
    ransomwareCount: 0,
  }));

describe('planScore', () => {
  it('reaches the target with the fewest groups', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), fc.integer({ min: 40, max: 100 }), (parts, target) => {
        const steps = planScore(parts, target);
        expect(steps).toHaveLength(fewest(parts, target));
        if (steps.length > 0) expect(steps.at(-1)?.scoreAfter).toBeGreaterThanOrEqual(target);
      }),
      { numRuns: 60 },
    );
  });

  it('says after each step the score that the model gives to what is left', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }), (parts, target) => {
        const resolved = new Set<string>();
        for (const step of planScore(parts, target)) {
          resolved.add(step.groupKey);
          expect(step.scoreAfter).toBe(scoreWithout(parts, resolved));
          expect(step.observationCount).toBe(
            parts
              .filter(({ groupKey }) => groupKey === step.groupKey)
              .reduce(
                (sum, { openCount, severity, knownExploitedCount }) => sum + (severity > 1 || knownExploitedCount > 0 ? openCount : 0),
                0,
              ),
          );
        }
      }),
    );
  });

  it('lists without a target every group that weighs on the score, up to a score of 100', () => {
    const parts = many(60);
    const steps = planScore(parts);
    expect(steps).toHaveLength(60);
    expect(steps.at(-1)?.scoreAfter).toBe(100);
  });

  it('takes in each step the largest gain there is, when there are too many groups to try all subsets', () => {
    const parts = many(3 * MAX_EXACT_GROUPS);
    const resolved = new Set<string>();
    for (const { groupKey, scoreAfter } of planScore(parts, 90)) {
      const best = Math.max(
        ...parts.filter((each) => !resolved.has(each.groupKey)).map((each) => scoreWithout(parts, new Set([...resolved, each.groupKey]))),
      );
      resolved.add(groupKey);
      expect(scoreAfter).toBe(best);
    }
    expect(scoreWithout(parts, resolved)).toBeGreaterThanOrEqual(90);
  });

  it('is bounded in steps', () => {
    expect(planScore(many(20_000), 100)).toHaveLength(MAX_STEPS);
  });
});
