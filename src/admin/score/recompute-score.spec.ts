import fc from 'fast-check';
import { scoreVendor } from '#modules/scores/score-model';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { recomputeScore } from './recompute-score';

const cell = fc
  .record({
    category: fc.integer({ min: 1, max: 14 }),
    severity: fc.integer({ min: 1, max: 5 }),
    openCount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 })),
    exploited: fc.integer({ min: 0, max: 12 }),
    ransomware: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ exploited, ransomware, ...rest }) => {
    const knownExploitedCount = exploited > 9 ? Math.min(rest.openCount, exploited - 9) : 0;
    return { ...rest, knownExploitedCount, ransomwareCount: ransomware > 18 ? knownExploitedCount : 0 };
  });

describe('recomputeScore', () => {
  it('agrees with the scorer on 1,000 vendors', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), (cells) => {
        const again = recomputeScore(
          cells.map(({ category, severity, openCount, knownExploitedCount, ransomwareCount }) => ({
            category: OBSERVATION_CATEGORY.toMember(category),
            severity: OBSERVATION_SEVERITY.toMember(severity),
            open: openCount,
            knownExploited: knownExploitedCount,
            ransomwareUse: ransomwareCount,
          })),
        );
        expect(again).toEqual(scoreVendor(cells));
      }),
      { numRuns: 1000 },
    );
  });
});
