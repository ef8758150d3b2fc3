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
  /** The vendor's host that has the record, or that leads to it. */
  record: string;
  value: string;
  /** The names walked from the record to the value: aliases, or SPF includes. */
  via?: string[];
  seenAt: string;
}

export interface Relationship {
  fourthPartyDomain: string;
  companyName: string;
  /** By name. */
  products: string[];
  /** In the order of the enumeration. */
  connectionTypes: FourthPartyConnectionType[];
  /** The strongest of its evidence. */
  confidence: FourthPartyConfidence;
  /** Without repeats, in the order met; a record seen again keeps its latest time. */
  evidence: Evidence[];
  /** True when there was more evidence than is kept. */
  evidenceCut: boolean;
  firstSeen: string;
  lastSeen: string;
}

/** Room for evidence. When the total is used up, a relationship still keeps its first piece. */
export interface EvidenceLimits {
  perRelationship: number;
  total: number;
}

export const EVIDENCE_LIMITS: EvidenceLimits = { perRelationship: 50, total: 300_000 };

/** What is kept of a value. */
export const LONGEST_VALUE = 512;

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

/** What all vendors of one run share, so that the run as a whole is bounded. */
export class EvidenceRoom {
  private used = 0;

  constructor(private readonly limits: EvidenceLimits) {}

  admits(held: number): boolean {
    if (held > 0 && (held >= this.limits.perRelationship || this.used >= this.limits.total)) return false;
    this.used += 1;
    return true;
  }
}

/** The relationships of one vendor as they come together. */
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
    this.keep(gathered, { ...evidence, value: storable(evidence.value) });
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

/** Cut to length; what no database or JSON reader takes (NUL, half a character) is replaced. */
function storable(value: string): string {
  return value.slice(0, LONGEST_VALUE).toWellFormed().replaceAll('\u0000', '\ufffd');
}
