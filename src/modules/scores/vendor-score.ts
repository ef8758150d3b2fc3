import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { OBSERVATION_CATEGORY, type ObservationCategory } from '#shared/observation.enums';
import { printGroupOrn } from '#shared/orn';
import { SELF_VIEW, viewOf, VRM_VIEW } from '#shared/view';
import { costliestGroups } from './costliest-groups';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from './score.enums';
import { SCORE_MODEL } from './score-model';
import { partsOf, toPart, type PartRow } from './score-parts';
import type { ScoreFactor, VendorScoreRecord } from './vendor-score.dto';

interface Row {
  domain: string;
  vendorId: string | null;
  companyName: string | null;
  overall: number;
  grade: number;
  breach: number;
  breachLevel: number;
  ransomware: number;
  ransomwareLevel: number;
  factors: (Omit<ScoreFactor, 'openCount' | 'costliestGroups'> & { openCount: number })[];
  parts: PartRow[];
  calculatedAt: Date;
  /** INFO first. */
  counts: string[];
  earlier: number | null;
}

/** Scores s that a caller may see, with their vendors v. $1 organization, $2 view, $3 domains. */
export const SCORED_PARTIES = `FROM party_score s
    LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = s.party_domain AND $2 = ${VRM_VIEW.number}
   WHERE s.organization_id = $1 AND s.view = $2 AND s.party_domain = ANY($3::text[]) AND s.overall_score IS NOT NULL
     AND ($2 = ${SELF_VIEW.number} OR v.is_monitored)`;

const FIND_TITLES = `
  SELECT group_key AS key, CASE WHEN group_key LIKE 'CVE-%' THEN group_key ELSE title END AS title FROM observation_group WHERE organization_id = $1 AND view = $2 AND group_key = ANY ($3::text[])`;

const FIND = `
  SELECT s.party_domain AS domain, v.id AS "vendorId", v.company_name AS "companyName", s.overall_score AS overall, s.overall_grade AS grade,
         s.breach_score AS breach, s.breach_level AS "breachLevel", s.ransomware_score AS ransomware, s.ransomware_level AS "ransomwareLevel",
         s.factors, ${partsOf('s.party_domain')} AS parts, s.calculated_at AS "calculatedAt", s.open_by_severity AS counts,
         (SELECT d.overall_score FROM party_score_day d
           WHERE d.organization_id = $1 AND d.view = $2 AND d.party_domain = s.party_domain AND d.day <= (now() AT TIME ZONE 'UTC')::date - 30 AND d.model = ${SCORE_MODEL.edition}
           ORDER BY d.day DESC LIMIT 1) AS earlier
    ${SCORED_PARTIES}
   ORDER BY s.party_domain`;

/** The scores that the caller sees, by domain; domains without one are missing. */
export async function findScores(reads: Reads, caller: Caller, domains: readonly string[]): Promise<VendorScoreRecord[]> {
  const view = viewOf(caller);
  // A plan for the given names would sometimes read all vendors of a large directory to find fifty.
  const rows = await reads.read<Row>(caller.organizationId, FIND, [caller.organizationId, view.number, domains], {
    prepared: true,
    plannedOnce: true,
  });
  const scores = rows.map((row) => ({ row, factors: explain(row) }));
  const keys = scores.flatMap(({ factors }) => factors.flatMap(({ costliest }) => costliest.map(({ groupKey }) => groupKey)));
  const titles = await groupTitles(reads, caller, keys);
  return scores.map(({ row, factors }) => ({
    ...toScore(row),
    factors: factors.map(({ costliest, ...factor }) => ({
      ...factor,
      costliestGroups: costliest.map(({ groupKey, observationCount, pointsLost }) => ({
        groupOrn: printGroupOrn({ view: view.orn, key: groupKey, owner: caller.organization.domain }),
        title: titles.get(groupKey) ?? groupKey,
        observationCount: String(observationCount),
        pointsLost,
      })),
    })),
  }));
}

/** The titles of groups in the caller's view, by key. */
export async function groupTitles(reads: Reads, caller: Caller, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await reads.read<{ key: string; title: string }>(caller.organizationId, FIND_TITLES, [
    caller.organizationId,
    viewOf(caller).number,
    [...new Set(keys)],
  ]);
  return new Map(rows.map(({ key, title }) => [key, title]));
}

function explain({ factors, parts }: Row) {
  const read = parts.map(toPart);
  return factors.map((factor) => ({
    ...factor,
    openCount: String(factor.openCount),
    costliest: costliestGroups(read, OBSERVATION_CATEGORY.toNumber(factor.category as ObservationCategory), factor.pointsLost),
  }));
}

function toScore(row: Row): Omit<VendorScoreRecord, 'factors'> {
  const [info, low, medium, high, critical] = row.counts as [string, string, string, string, string];
  return {
    vendorDomain: row.domain,
    ...(row.vendorId !== null && { vendorId: row.vendorId }),
    ...(row.companyName !== null && { companyName: row.companyName }),
    overallScore: row.overall,
    overallGrade: SCORE_GRADE.toMember(row.grade),
    breachLikelihoodScore: row.breach,
    breachLikelihoodLevel: LIKELIHOOD_LEVEL.toMember(row.breachLevel),
    ransomwareScore: row.ransomware,
    ransomwareLevel: LIKELIHOOD_LEVEL.toMember(row.ransomwareLevel),
    openObservationCounts: { critical, high, medium, low, info },
    ...(row.earlier !== null && { scoreChange30d: row.overall - row.earlier }),
    calculatedAt: row.calculatedAt.toISOString(),
  };
}
