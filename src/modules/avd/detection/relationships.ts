import { storable } from '#platform/import/text';
import {
  FOURTH_PARTY_CONFIDENCE,
  FOURTH_PARTY_CONNECTION_TYPE,
  type FourthPartyConfidence,
  type FourthPartyConnectionType,
} from '../avd.enums';
import type { FourthParty, Signal } from './catalogue';
import type { DetectionRecordType } from './record';

export interface Evidence {
  recordType: DetectionRecordType;
  /** The vendor's host with the record, or the host from which it was reached. */
  record: string;
  value: string;
  /** The names between the record and the value: aliases or SPF includes. */
  via?: string[];
  seenAt: string;
}

export interface Relationship {
  fourthPartyDomain: string;
  companyName: string;
  /** Sorted by name. */
  products: string[];
  /** In the order of the enumeration. */
  connectionTypes: FourthPartyConnectionType[];
  /** The confidence of the strongest evidence. */
  confidence: FourthPartyConfidence;
  /** Without duplicates, in input order. A repeated record keeps its latest time. */
  evidence: Evidence[];
  /** True when there was more evidence than the limit. */
  evidenceCut: boolean;
  firstSeen: string;
  lastSeen: string;
}

/** Limits of stored evidence. After the total is reached, each relationship still keeps its first piece. */
export interface EvidenceLimits {
  perRelationship: number;
  total: number;
}

export const EVIDENCE_LIMITS: EvidenceLimits = { perRelationship: 50, total: 300_000 };

/** Longer values are truncated. */
export const MAX_VALUE_LENGTH = 512;

interface Gathered {
  party: FourthParty;
  products: Set<string>;
  connectionTypes: Set<FourthPartyConnectionType>;
  confidence: number;
  evidence: Evidence[];
  cut: boolean;
  firstSeen: string;
  lastSeen: string;
}

/** The evidence budget shared by all vendors of a run. */
export class EvidenceRoom {
  private used = 0;

  constructor(private readonly limits: EvidenceLimits) {}

  admits(held: number): boolean {
    if (held > 0 && (held >= this.limits.perRelationship || this.used >= this.limits.total)) return false;
    this.used += 1;
    return true;
  }
}

/** Collects the relationships of one vendor. */
export class VendorRelationships {
  private readonly byParty = new Map<string, Gathered>();

  constructor(private readonly room: EvidenceRoom) {}

  add(signal: Signal, confidence: FourthPartyConfidence, evidence: Evidence): void {
    const gathered = this.gathered(signal.party, evidence.seenAt);
    gathered.products.add(signal.product);
    gathered.connectionTypes.add(signal.connectionType);
    gathered.confidence = Math.max(gathered.confidence, FOURTH_PARTY_CONFIDENCE.toNumber(confidence));
    if (evidence.seenAt < gathered.firstSeen) gathered.firstSeen = evidence.seenAt;
    if (evidence.seenAt > gathered.lastSeen) gathered.lastSeen = evidence.seenAt;
    this.keep(gathered, { ...evidence, value: storable(evidence.value.slice(0, MAX_VALUE_LENGTH)) });
  }

  list(): Relationship[] {
    return [...this.byParty.values()]
      .sort((one, other) => (one.party.domain < other.party.domain ? -1 : 1))
      .map((gathered) => ({
        fourthPartyDomain: gathered.party.domain,
        companyName: gathered.party.company,
        products: [...gathered.products].sort(),
        connectionTypes: FOURTH_PARTY_CONNECTION_TYPE.members.filter((type) => gathered.connectionTypes.has(type)),
        confidence: FOURTH_PARTY_CONFIDENCE.toMember(gathered.confidence),
        evidence: gathered.evidence,
        evidenceCut: gathered.cut,
        firstSeen: gathered.firstSeen,
        lastSeen: gathered.lastSeen,
      }));
  }

  private gathered(party: FourthParty, seenAt: string): Gathered {
    let gathered = this.byParty.get(party.domain);
    if (!gathered) {
      gathered = {
        party,
        products: new Set(),
        connectionTypes: new Set(),
        confidence: 0,
        evidence: [],
        cut: false,
        firstSeen: seenAt,
        lastSeen: seenAt,
      };
      this.byParty.set(party.domain, gathered);
    }
    return gathered;
  }

  private keep(gathered: Gathered, evidence: Evidence): void {
    const same = gathered.evidence.find(
      (other) => other.recordType === evidence.recordType && other.record === evidence.record && other.value === evidence.value,
    );
    if (same) {
      if (evidence.seenAt > same.seenAt) same.seenAt = evidence.seenAt;
    } else if (this.room.admits(gathered.evidence.length)) gathered.evidence.push(evidence);
    else gathered.cut = true;
  }
}
