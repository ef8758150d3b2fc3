import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { SCORE_MODEL } from '#modules/scores/score-model';
import { median } from '../../bench/percentile';
import { scorePopulation } from '../../bench/score-population';

describe('scores of synthetic vendors, from exemplary to negligent', () => {
  const population = scorePopulation(SCORE_MODEL);
  const medians = population.map(({ scores }) => median(scores));

  it('have the medians that docs/scoring.md states', () => {
    const text = readFileSync(join(projectRoot(), 'docs', 'scoring.md'), 'utf8');
    expect(text).toContain(`Now the medians are ${medians.slice(0, -1).join(', ')} and ${medians.at(-1)}.`);
  });

  it('distinguish them: careful vendors have an A, and no negligent vendor does', () => {
    const [exemplary, careful, , , negligent] = population;
    expect(exemplary?.grades.A).toBe(exemplary?.scores.length);
    expect((careful?.grades.A ?? 0) / (careful?.scores.length ?? 1)).toBeGreaterThan(0.8);
    expect(negligent?.grades.A).toBe(0);
    expect(negligent?.grades.F).toBeGreaterThan((negligent?.scores.length ?? 0) / 2);
    expect(medians).toEqual([...medians].sort((one, other) => other - one));
  });
});
