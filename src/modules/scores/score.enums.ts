import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const SCORE_GRADE = enumeration('ScoreGrade', 'SCORE_GRADE', ['A', 'B', 'C', 'D', 'F']);
export type ScoreGrade = MemberOf<typeof SCORE_GRADE>;

export const LIKELIHOOD_LEVEL = enumeration('LikelihoodLevel', 'LIKELIHOOD_LEVEL', ['VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH']);
export type LikelihoodLevel = MemberOf<typeof LIKELIHOOD_LEVEL>;

/** Why a known vendor has no score. */
export const UNSCORED_REASON = enumeration('UnscoredReason', 'UNSCORED_REASON', ['NOT_MONITORED', 'NOT_YET_OBSERVED', 'NOT_ENTITLED']);
export type UnscoredReason = MemberOf<typeof UNSCORED_REASON>;
