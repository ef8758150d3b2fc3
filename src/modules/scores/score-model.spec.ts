import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '#platform/config/project-root';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from './score.enums';
import { gradeOf, levelOf, SCORE_MODEL, scoreVendor, type ScoreCell, type VendorScore } from './score-model';

const CRITICAL = 5;
const category = fc.integer({ min: 1, max: 14 });
const severity = fc.integer({ min: 1, max: CRITICAL });
const count = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 1_000_000 }));
const cell: fc.Arbitrary<ScoreCell> = fc
  .record({ category, severity, openCount: count, knownExploitedCount: count, ransomwareCount: count })
  .map((each) => {
    const knownExploitedCount = Math.min(each.openCount, each.knownExploitedCount);
    return { ...each, knownExploitedCount, ransomwareCount: Math.min(knownExploitedCount, each.ransomwareCount) };
  });
const portfolio = fc.array(cell, { maxLength: 30 });

function one(category: number, severity: number, exploited = 0, ransomware = 0): ScoreCell {
  return { category, severity, openCount: 1, knownExploitedCount: exploited, ransomwareCount: ransomware };
}

/** Higher is worse in every entry. */
function badness(score: VendorScore): number[] {
  return [
    -score.overallScore,
    SCORE_GRADE.toNumber(score.overallGrade),
    score.breachLikelihoodScore,
    LIKELIHOOD_LEVEL.toNumber(score.breachLikelihoodLevel),
    score.ransomwareScore,
    LIKELIHOOD_LEVEL.toNumber(score.ransomwareLevel),
    ...score.factors.map((factor) => -factor.score),
  ];
}

function expectNoBetter(after: ScoreCell[], before: ScoreCell[]): void {
  const then = badness(scoreVendor(before));
  expect(badness(scoreVendor(after)).filter((value, index) => value < (then[index] as number))).toEqual([]);
}

describe('scoreVendor', () => {
  it('gives a vendor without open observations a perfect score', () => {
    expect(scoreVendor([])).toEqual({
      overallScore: 100,
      overallGrade: 'SCORE_GRADE_A',
      breachLikelihoodScore: 0,
      breachLikelihoodLevel: 'LIKELIHOOD_LEVEL_VERY_LOW',
      ransomwareScore: 0,
      ransomwareLevel: 'LIKELIHOOD_LEVEL_VERY_LOW',
      factors: OBSERVATION_CATEGORY.members.map((member) => ({ category: member, score: 100, openCount: 0, pointsLost: 0 })),
    });
  });

  it('gives 100 only to a vendor without weighted open observations', () => {
    for (let each = 1; each <= 14; each++) {
      expect(scoreVendor([one(each, 2)]).overallScore).toBeLessThan(100);
      expect(scoreVendor([one(each, 1)]).overallScore).toBe(100);
    }
  });

  it('tells by category where the points were lost, all of them', () => {
    fc.assert(
      fc.property(portfolio, (cells) => {
        const { overallScore, factors } = scoreVendor(cells);
        expect(factors.reduce((sum, { pointsLost }) => sum + pointsLost, 0)).toBe(100 - overallScore);
        for (const { pointsLost, score } of factors) if (score === 100) expect(pointsLost).toBe(0);
      }),
    );
  });

  it('is never improved by one more open observation, nor worsened by resolving it', () => {
    fc.assert(
      fc.property(portfolio, category, severity, (before, at, grave) => expectNoBetter([...before, one(at, grave)], before)),
      { numRuns: 500 },
    );
  });

  it('is never improved by a higher severity', () => {
    fc.assert(
      fc.property(portfolio, category, fc.integer({ min: 1, max: CRITICAL - 1 }), (others, at, grave) => {
        expectNoBetter([...others, one(at, grave + 1)], [...others, one(at, grave)]);
      }),
      { numRuns: 500 },
    );
  });

  it('is never improved when a vulnerability becomes known as exploited, or used by ransomware', () => {
    fc.assert(
      fc.property(portfolio, category, severity, (others, at, grave) => {
        expectNoBetter([...others, one(at, grave, 1)], [...others, one(at, grave)]);
        expectNoBetter([...others, one(at, grave, 1, 1)], [...others, one(at, grave, 1)]);
      }),
      { numRuns: 500 },
    );
  });

  it('is an integer from 0 to 100', () => {
    const isScore = (value: number) => Number.isInteger(value) && value >= 0 && value <= 100 && !Object.is(value, -0);
    fc.assert(
      fc.property(portfolio, (cells) => {
        const { overallScore, breachLikelihoodScore, ransomwareScore, factors } = scoreVendor(cells);
        const values = [overallScore, breachLikelihoodScore, ransomwareScore, ...factors.map((factor) => factor.score)];
        expect(values.filter((value) => !isScore(value))).toEqual([]);
      }),
    );
  });

  it('does not depend on the order or splitting of the cells', () => {
    const cut = (cells: ScoreCell[]) =>
      cells.flatMap((each) => [
        { ...each, openCount: 0 },
        { ...each, knownExploitedCount: 0, ransomwareCount: 0 },
      ]);
    fc.assert(
      fc.property(portfolio, (cells) => {
        const score = scoreVendor(cells);
        expect(scoreVendor([...cells].reverse())).toEqual(score);
        expect(scoreVendor([...cells].sort((a, b) => a.openCount - b.openCount))).toEqual(score);
        expect(scoreVendor(cut(cells))).toEqual(score);
      }),
    );
  });

  it('counts every open observation in its factor', () => {
    const cells = [one(1, 1), one(1, CRITICAL), { ...one(14, 3), openCount: 7 }];
    const counts = scoreVendor(cells).factors.filter((factor) => factor.openCount > 0);
    expect(counts.map((factor) => [factor.category, factor.openCount])).toEqual([
      ['OBSERVATION_CATEGORY_VULNERABILITY', 2],
      ['OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION', 7],
    ]);
  });

  it.each([
    [
      'a few low findings',
      [{ ...one(5, 2), openCount: 4 }, { ...one(6, 2), openCount: 3 }, one(7, 3), { ...one(13, 1), openCount: 20 }],
      'A',
    ],
    ['a large estate with a hundred low findings', [4, 5, 6, 7].map((at) => ({ ...one(at, 2), openCount: 25 })), 'B'],
    ['one expired certificate', [one(5, 4)], 'A'],
    ['one critical vulnerability', [one(1, CRITICAL)], 'D'],
    ['one that ransomware uses', [one(1, CRITICAL, 1, 1)], 'F'],
    // Nineteen failed checks of mail, DNS, TLS and pages, none of them grave.
    [
      'a sloppy vendor',
      [one(7, 1), { ...one(7, 2), openCount: 2 }, { ...one(7, 3), openCount: 2 }, { ...one(6, 2), openCount: 2 }, one(6, 3)].concat([
        { ...one(5, 3), openCount: 3 },
        { ...one(5, 2), openCount: 2 },
        { ...one(4, 2), openCount: 3 },
        { ...one(4, 3), openCount: 2 },
        one(2, 3),
      ]),
      'B',
    ],
    // Twenty-nine failed checks: the same areas, with spoofable mail, an expired certificate and a form over HTTP.
    [
      'a negligent vendor',
      [...[7, 6, 5, 4].flatMap((at) => [{ ...one(at, 2), openCount: 3 }, { ...one(at, 3), openCount: 3 }, one(at, 4)]), one(2, 3)],
      'F',
    ],
  ])('gives %s a sensible grade', (_, cells, grade) => {
    expect(scoreVendor(cells).overallGrade).toBe(`SCORE_GRADE_${grade}`);
  });

  it('lets no number of low observations outweigh one critical one of the same category', () => {
    fc.assert(
      fc.property(category, fc.integer({ min: 1, max: 1_000_000 }), (at, openCount) => {
        const heap = scoreVendor([{ ...one(at, 2), openCount }]).overallScore;
        expect(heap).toBeGreaterThan(scoreVendor([one(at, CRITICAL)]).overallScore);
      }),
    );
  });

  it('lets one very bad category ruin the grade', () => {
    expect(scoreVendor([{ ...one(1, CRITICAL), openCount: 40 }]).overallGrade).toBe('SCORE_GRADE_F');
  });

  it.each([one(0, 3), one(15, 3), one(3, 0), one(3, 6)])('refuses unknown numbers: %j', (odd) => {
    expect(() => scoreVendor([odd])).toThrow('has the number');
  });
});

describe('docs/scoring.md', () => {
  const text = readFileSync(join(projectRoot(), 'docs/scoring.md'), 'utf8');

  /** The body rows of the table under a header line that starts with these columns. */
  function table(part: string, ...columns: string[]): string[][] {
    const lines = part.split('\n');
    const start = lines.findIndex((line) => line.startsWith(`| ${columns.join(' | ')} |`));
    const body = start < 0 ? [] : lines.slice(start + 2);
    const end = body.findIndex((line) => !line.startsWith('|'));
    return body.slice(0, end < 0 ? undefined : end).map((line) => line.slice(2, -2).split(' | '));
  }

  it('states the burdens', () => {
    expect(table(text, 'Observation', 'Burden')).toEqual([
      ...OBSERVATION_SEVERITY.short.map((name, index) => [name, String(SCORE_MODEL.severityBurden[index])]),
      ['known to be exploited, in addition', String(SCORE_MODEL.knownExploitedBurden)],
      ['used by ransomware, in addition', String(SCORE_MODEL.ransomwareBurden)],
    ]);
    expect(text).toContain(`limit × burden / (burden + ${SCORE_MODEL.halfBurden})`);
    expect(table(text, 'Most severe observation', 'Limit %').map(([name = '', limit]) => [name.split(',')[0], limit])).toEqual(
      OBSERVATION_SEVERITY.short.map((name, index) => [name, String(SCORE_MODEL.harmLimits[index])]),
    );
  });

  it('states the weights', () => {
    const stated = OBSERVATION_CATEGORY.short.map((name) => {
      const { overall, breach, ransomware } = SCORE_MODEL.weights[name];
      return [name, String(overall), String(breach), String(ransomware)];
    });
    expect(table(text, 'Category', 'Overall', 'Breach likelihood', 'Ransomware')).toEqual(stated);

    const { knownExploited, ransomwareUse } = SCORE_MODEL;
    expect(table(text, 'Count', 'Likelihood', 'Weight', 'Half')).toEqual([
      ['known exploited', 'breach', String(knownExploited.breach.weight), String(knownExploited.breach.half)],
      ['known exploited', 'ransomware', String(knownExploited.ransomware.weight), String(knownExploited.ransomware.half)],
      ['ransomware use', 'ransomware', String(ransomwareUse.ransomware.weight), String(ransomwareUse.ransomware.half)],
    ]);
  });

  it('states the bounds of grades and levels', () => {
    const bounds = (name: (score: number) => string) => {
      const ranges = new Map<string, number[]>();
      for (let score = 0; score <= 100; score++) ranges.set(name(score), [...(ranges.get(name(score)) ?? []), score]);
      return [...ranges].map(([each, scores]) => [each, `${scores[0]} to ${scores.at(-1)}`]);
    };
    expect(table(text, 'Grade', 'Overall')).toEqual(bounds((score) => gradeOf(score).replace('SCORE_GRADE_', '')).reverse());
    expect(table(text, 'Level', 'Likelihood')).toEqual(bounds((score) => levelOf(score).replace('LIKELIHOOD_LEVEL_', '')));
  });

  const examples = text.split('\n### ').slice(1);

  it('has three examples', () => {
    expect(examples).toHaveLength(3);
  });

  it.each(examples.map((example) => [example.split('\n', 1)[0], example]))('computes the example %s', (_title, example) => {
    const cells = table(example, 'Category', 'Severity', 'Open').map(([name = '', grave = '', ...counts]) => {
      const [openCount = NaN, knownExploitedCount = NaN, ransomwareCount = NaN] = counts.map(Number);
      const at = OBSERVATION_CATEGORY.numberOf(`OBSERVATION_CATEGORY_${name}`) ?? 0;
      return {
        category: at,
        severity: OBSERVATION_SEVERITY.numberOf(`OBSERVATION_SEVERITY_${grave}`) ?? 0,
        openCount,
        knownExploitedCount,
        ransomwareCount,
      };
    });
    const score = scoreVendor(cells);

    const steps = score.factors
      .filter((factor) => factor.openCount > 0)
      .map((factor) => {
        const at = OBSERVATION_CATEGORY.toNumber(factor.category);
        const own = cells.filter((each) => each.category === at);
        const highestSeverity = Math.max(...own.map((each) => (each.knownExploitedCount > 0 ? CRITICAL : each.severity)));
        const burden = own
          .map((each) => {
            const plain = each.openCount * (SCORE_MODEL.severityBurden[each.severity - 1] ?? NaN);
            return (
              plain + each.knownExploitedCount * SCORE_MODEL.knownExploitedBurden + each.ransomwareCount * SCORE_MODEL.ransomwareBurden
            );
          })
          .reduce((sum, each) => sum + each, 0);
        const harm = ((SCORE_MODEL.harmLimits[highestSeverity - 1] ?? NaN) / 100) * (burden / (burden + SCORE_MODEL.halfBurden));
        const name = OBSERVATION_CATEGORY.short[at - 1] ?? 'VULNERABILITY';
        return [name, String(burden), (100 * harm).toFixed(1), String(factor.score), (SCORE_MODEL.weights[name].overall * harm).toFixed(1)];
      });
    expect(table(example, 'Category', 'Burden', 'Harm %')).toEqual(steps);

    expect(table(example, 'Result', 'Score', 'Reading')).toEqual([
      ['overall', String(score.overallScore), score.overallGrade.replace('SCORE_GRADE_', '')],
      ['breach likelihood', String(score.breachLikelihoodScore), score.breachLikelihoodLevel.replace('LIKELIHOOD_LEVEL_', '')],
      ['ransomware', String(score.ransomwareScore), score.ransomwareLevel.replace('LIKELIHOOD_LEVEL_', '')],
    ]);
  });
});
