import { OBSERVATION_CATEGORY, type ObservationCategory } from '#shared/observation.enums';
import { SCORE_MODEL } from './score-model';

export const MAX_MOVERS = 3;

interface Mover {
  category: ObservationCategory;
  score: number;
  scoreChange: number;
}

/** The categories that moved the overall score most between two days: how far each moved times its weight. */
export function moversBetween(before: readonly number[], after: readonly number[]): Mover[] {
  const moved = OBSERVATION_CATEGORY.short.map((name, index) => {
    const score = after[index] ?? 100;
    const scoreChange = score - (before[index] ?? 100);
    return {
      category: `OBSERVATION_CATEGORY_${name}` as const,
      score,
      scoreChange,
      effect: scoreChange * SCORE_MODEL.weights[name].overall,
    };
  });
  return moved
    .filter(({ scoreChange }) => scoreChange !== 0)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
    .slice(0, MAX_MOVERS)
    .map(({ category, score, scoreChange }) => ({ category, score, scoreChange }));
}
