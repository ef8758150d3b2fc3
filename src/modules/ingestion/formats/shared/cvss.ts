import { CVSS_SCORE_VERSION, type CvssScoreSeverity, type CvssScoreVersion, type ObservationSeverity } from '#shared/observation.enums';
import type { CvssDraft } from '../../observation-draft';

const VECTOR = /^[A-Za-z0-9:./-]{1,300}$/;

interface CvssParts {
  /** The version as the tool states it; the prefix of the vector takes precedence. */
  version?: string | undefined;
  score: number | undefined;
  vector?: string | undefined;
  exploitability?: number | undefined;
  impact?: number | undefined;
  source: string;
}

/** One score with its version and severity; undefined when the score or its version is unknown or impossible. */
export function cvssOf({ version: stated, score, vector: text, exploitability, impact, source }: CvssParts): CvssDraft | undefined {
  const vector = withoutParentheses(text ?? '');
  if (!isScore(score) || (vector !== '' && !VECTOR.test(vector))) return undefined;
  const version = versionOfVector(vector) ?? versionNamed(stated);
  if (version === undefined) return undefined;
  return {
    version,
    baseScore: score,
    baseSeverity: cvssSeverity(version, score),
    cvssVector: vector,
    ...(isScore(exploitability) && { exploitabilityScore: exploitability }),
    ...(isScore(impact) && { impactScore: impact }),
    scoreSource: source,
  };
}

/** The published severity bands: v2 has three and no NONE, v3 and v4 have five. */
export function cvssSeverity(version: CvssScoreVersion, score: number): CvssScoreSeverity {
  const v2 = version === 'CVSS_SCORE_VERSION_V2_0';
  if (score === 0 && !v2) return 'CVSS_SCORE_SEVERITY_NONE';
  if (score < 4) return 'CVSS_SCORE_SEVERITY_LOW';
  if (score < 7) return 'CVSS_SCORE_SEVERITY_MEDIUM';
  return score < 9 || v2 ? 'CVSS_SCORE_SEVERITY_HIGH' : 'CVSS_SCORE_SEVERITY_CRITICAL';
}

/** The severity for a score, by the bands of v3 and v4. */
export function severityOfScore(score: number): ObservationSeverity {
  if (score <= 0) return 'OBSERVATION_SEVERITY_INFO';
  if (score < 4) return 'OBSERVATION_SEVERITY_LOW';
  if (score < 7) return 'OBSERVATION_SEVERITY_MEDIUM';
  return score < 9 ? 'OBSERVATION_SEVERITY_HIGH' : 'OBSERVATION_SEVERITY_CRITICAL';
}

/** The severity of the highest of some scores. */
export function severityOfScores(scores: readonly CvssDraft[]): ObservationSeverity | undefined {
  return scores.length === 0 ? undefined : severityOfScore(scores.reduce((highest, score) => Math.max(highest, score.baseScore), 0));
}

/** The version of a vector: v3 and v4 have a prefix, v2 is recognized by its authentication metric. */
export function versionOfVector(vector: string): CvssScoreVersion | undefined {
  const prefix = /^CVSS:(\d\.\d)\//i.exec(vector)?.[1];
  if (prefix !== undefined) return versionNamed(prefix);
  return /^AV:[NAL]\/AC:[LMH]\/Au:/i.test(vector) ? 'CVSS_SCORE_VERSION_V2_0' : undefined;
}

/** `3.1`, `v3.1`, `V3_1`, `CVSS_SCORE_VERSION_V3_1`; a bare `3` is 3.0. */
export function versionNamed(text: string | undefined): CvssScoreVersion | undefined {
  if (text === undefined) return undefined;
  const digits = /^v?([234])(?:[._]([01]))?$/i.exec(text.trim());
  return CVSS_SCORE_VERSION.parse(digits ? `V${digits[1]}_${digits[2] ?? '0'}` : text);
}

function isScore(score: number | undefined): score is number {
  return score !== undefined && score >= 0 && score <= 10;
}

function withoutParentheses(vector: string): string {
  const text = vector.trim();
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
}
