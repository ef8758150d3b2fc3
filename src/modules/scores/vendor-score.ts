import type { Reads } from '#platform/database/reader';
import { SELF_VIEW, VRM_VIEW, type View } from '#shared/view';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from './score.enums';
import { SCORE_MODEL } from './score-model';
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
  factors: (Omit<ScoreFactor, 'openCount'> & { openCount: number })[];
  calculatedAt: Date;
  /** INFO first. */
  counts: string[];
  earlier: number | null;
}

const FIND = `
  SELECT s.party_domain AS domain, v.id AS "vendorId", v.company_name AS "companyName", s.overall_score AS overall, s.overall_grade AS grade,
         s.breach_score AS breach, s.breach_level AS "breachLevel", s.ransomware_score AS ransomware, s.ransomware_level AS "ransomwareLevel",
         s.factors, s.calculated_at AS "calculatedAt", s.open_by_severity AS counts,
         (SELECT d.overall_score FROM party_score_day d
           WHERE d.organization_id = $1 AND d.view = $2 AND d.party_domain = s.party_domain AND d.day <= (now() AT TIME ZONE 'UTC')::date - 30 AND d.model = ${SCORE_MODEL.edition}
           ORDER BY d.day DESC LIMIT 1) AS earlier
    FROM party_score s
    LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = s.party_domain AND $2 = ${VRM_VIEW.number}
   WHERE s.organization_id = $1 AND s.view = $2 AND s.party_domain = ANY($3::text[]) AND s.overall_score IS NOT NULL AND ($2 = ${SELF_VIEW.number} OR v.is_monitored)
   ORDER BY s.party_domain`;

/** The scores in the view, by domain; domains without one are missing. */
export async function findScores(
  reads: Reads,
  organizationId: string,
  view: View,
  domains: readonly string[],
): Promise<VendorScoreRecord[]> {
  // A plan for the given names would sometimes read all vendors of a large directory to find fifty.
  const rows = await reads.read<Row>(organizationId, FIND, [organizationId, view.number, domains], { prepared: true, plannedOnce: true });
  return rows.map(toScore);
}

function toScore(row: Row): VendorScoreRecord {
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
    factors: row.factors.map((factor) => ({ ...factor, openCount: String(factor.openCount) })),
    ...(row.earlier !== null && { scoreChange30d: row.overall - row.earlier }),
    calculatedAt: row.calculatedAt.toISOString(),
  };
}
