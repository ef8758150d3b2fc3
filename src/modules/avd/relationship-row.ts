import { FOURTH_PARTY_CONFIDENCE, FOURTH_PARTY_STATUS, type FourthPartyEvidenceType } from './avd.enums';
import { fromMask } from './connection-mask';
import { IN_PORTFOLIO, STATUS_OF_R } from './fourth-party-filters';
import { MAX_EVIDENCE, type FourthPartyEvidence, type FourthPartyRelationship } from './fourth-party.dto';

/** The columns of toRelationship, of a relationship r and its vendor v; $1 is the organization. */
export const RELATIONSHIP_COLUMNS = `
  r.vendor_id AS "vendorId", r.vendor_domain AS "vendorDomain", v.company_name AS "vendorName",
  r.fourth_party_domain AS domain, r.company_name AS name,
  EXISTS (SELECT 1 FROM vendor w
           WHERE w.organization_id = $1 AND w.domain_name = r.fourth_party_domain AND w.${IN_PORTFOLIO}) AS "isInDirectory",
  ${STATUS_OF_R} AS status, r.connection_types AS types, r.products, r.confidence, r.evidence_count AS "evidenceCount",
  (SELECT json_agg(e.piece)
     FROM (SELECT piece
             FROM fourth_party_sighting s CROSS JOIN LATERAL jsonb_array_elements(s.evidence) WITH ORDINALITY AS x (piece, number)
            WHERE s.organization_id = $1 AND s.vendor_domain = r.vendor_domain AND s.fourth_party_domain = r.fourth_party_domain
              AND s.is_current = r.is_current
            ORDER BY s.channel, x.number LIMIT ${MAX_EVIDENCE}) e) AS evidence,
  r.first_seen AS "firstSeen", r.last_seen AS "lastSeen"`;

export interface RelationshipRow {
  vendorId: string;
  vendorDomain: string;
  vendorName: string;
  domain: string;
  name: string;
  isInDirectory: boolean;
  status: number;
  types: number;
  products: string[];
  confidence: number;
  evidenceCount: number;
  evidence: (Omit<FourthPartyEvidence, 'recordType'> & { recordType: string })[] | null;
  firstSeen: Date;
  lastSeen: Date;
}

export function toRelationship(row: RelationshipRow): FourthPartyRelationship {
  return {
    vendor: { id: row.vendorId, domainName: row.vendorDomain, companyName: row.vendorName },
    fourthParty: { domain: row.domain, companyName: row.name, isInDirectory: row.isInDirectory },
    status: FOURTH_PARTY_STATUS.toMember(row.status),
    connectionTypes: fromMask(row.types),
    products: row.products,
    confidence: FOURTH_PARTY_CONFIDENCE.toMember(row.confidence),
    evidenceCount: row.evidenceCount,
    evidence: (row.evidence ?? []).map(({ recordType, record, value, via, seenAt }) => ({
      recordType: `FOURTH_PARTY_EVIDENCE_TYPE_${recordType}` as FourthPartyEvidenceType,
      record,
      value,
      ...(via && { via }),
      seenAt,
    })),
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
  };
}
