import { getDomain } from 'tldts';
import type { FourthPartyConfidence } from '../avd.enums';
import type { Catalogue, Signal } from './catalogue';
import { hostName, nearest } from './host-name';
import { FOLLOW_LIMITS, type FollowLimits, Names } from './names';
import type { DetectionRecord, DetectionRecordType } from './record';
import {
  EVIDENCE_LIMITS,
  type Evidence,
  type EvidenceLimits,
  EvidenceRoom,
  MAX_VALUE_LENGTH,
  type Relationship,
  VendorRelationships,
} from './relationships';
import { signalOf } from './signal-of';
import { isSpf, spfTerms } from './spf';

export interface ChannelFindings {
  /** By fourth-party domain. */
  relationships: Relationship[];
  /** The latest time among the vendor's records. */
  lastSeen: string;
}

/** A channel is present only if the input had records of it: what was not scanned has not disappeared. */
export interface VendorFindings {
  dns?: ChannelFindings;
  pages?: ChannelFindings;
}

interface Vendor {
  domain: string;
  registrable: string | null;
  dns: Channel;
  pages: Channel;
}

interface Channel {
  relationships: VendorRelationships;
  /** Empty until the first record. */
  lastSeen: string;
}

/** A fourth party reached through another company is as likely that company's supplier as the vendor's. */
const BEHIND_ANOTHER: FourthPartyConfidence = 'FOURTH_PARTY_CONFIDENCE_POSSIBLE';

/**
 * Turns records into relationships. `see` takes every record of the input, then `findings` follows aliases and SPF includes, so
 * the order of the records does not matter. A record belongs to the vendor whose domain is its host or the nearest parent.
 */
export class Detector {
  private readonly vendors = new Map<string, Vendor | undefined>();
  private readonly names: Names;
  private readonly room: EvidenceRoom;
  /** Records that were matched but, because of the limit, not followed. */
  notFollowed = 0;
  /** Records that belong to one of the vendors. */
  assigned = 0;

  constructor(
    private readonly catalogue: Catalogue,
    vendorDomains: Iterable<string>,
    private readonly limits: FollowLimits & EvidenceLimits = { ...FOLLOW_LIMITS, ...EVIDENCE_LIMITS },
  ) {
    this.names = new Names(limits);
    this.room = new EvidenceRoom(limits);
    for (const domain of vendorDomains) {
      const name = hostName(domain);
      if (name === undefined) throw new Error(`"${domain}" is not a domain name.`);
      this.vendors.set(name, undefined);
    }
  }

  see(record: DetectionRecord): void {
    const vendor = this.vendorOf(record.host);
    if (vendor) this.note(vendor, record);
    if (this.keptForFollowing(record) || !vendor) return;
    if (record.type === 'TXT' && isSpf(record.value)) this.matchSpf(vendor, record.host, record.value, record.seenAt);
    else this.add(vendor, signalOf(record, this.catalogue), evidenceOf(record));
  }

  /** One entry per vendor with records, even if they show no fourth party. */
  findings(): Map<string, VendorFindings> {
    for (const host of this.names.hostsWithAlias()) {
      const vendor = this.vendorOf(host);
      if (vendor) this.followAliases(vendor, host);
    }
    for (const [host, records] of this.names.hostsWithSpf()) {
      const vendor = this.vendorOf(host);
      if (vendor) for (const { value, seenAt } of records) this.matchSpf(vendor, host, value, seenAt);
    }
    const findings = new Map<string, VendorFindings>();
    for (const [domain, vendor] of this.vendors) {
      if (vendor) findings.set(domain, { ...found('dns', vendor.dns), ...found('pages', vendor.pages) });
    }
    return findings;
  }

  private vendorOf(host: string): Vendor | undefined {
    const domain = nearest(host, (name) => (this.vendors.has(name) ? name : undefined));
    if (domain === undefined) return undefined;
    let vendor = this.vendors.get(domain);
    if (!vendor) {
      vendor = { domain, registrable: getDomain(domain), dns: this.channel(), pages: this.channel() };
      this.vendors.set(domain, vendor);
    }
    return vendor;
  }

  private note(vendor: Vendor, record: DetectionRecord): void {
    this.assigned += 1;
    const channel = channelOf(vendor, record.type);
    if (record.seenAt > channel.lastSeen) channel.lastSeen = record.seenAt;
  }

  private channel(): Channel {
    return { relationships: new VendorRelationships(this.room), lastSeen: '' };
  }

  private keptForFollowing(record: DetectionRecord): boolean {
    const { host, type, value, seenAt } = record;
    const isAlias = type === 'CNAME';
    if (!isAlias && !(type === 'TXT' && isSpf(value))) return false;
    if (isAlias ? this.names.addAlias(host, value, seenAt) : this.names.addSpf(host, value, seenAt)) return true;
    this.notFollowed += 1;
    return false;
  }

  private followAliases(vendor: Vendor, host: string): void {
    for (const { name, via, seenAt } of this.names.aliasesOf(host)) {
      const evidence: Evidence = { recordType: 'CNAME', record: host, value: name, ...(via.length > 0 && { via }), seenAt };
      this.add(vendor, this.catalogue.matchHost('cname', name), evidence);
    }
  }

  /** Reads an SPF record and the records it includes, as far as they are in the input: none twice, up to the limit. */
  private matchSpf(vendor: Vendor, host: string, ownText: string, seenAt: string): void {
    const seen = new Set([host]);
    const open: { text: string; via: string[] }[] = [{ text: ownText, via: [] }];
    let lookups = 0;
    for (let record = open.shift(); record; record = open.shift()) {
      const { text: current, via } = record;
      const followed: string[] = [];
      for (const { term, domain, follows } of spfTerms(current)) {
        const value = current.length <= MAX_VALUE_LENGTH ? current : `v=spf1 ... ${term} ...`;
        const evidence: Evidence = { recordType: 'TXT', record: host, value, ...(via.length > 0 && { via }), seenAt };
        this.add(vendor, this.catalogue.matchHost('spf', domain), evidence);
        if (follows) followed.push(domain);
      }
      for (const domain of followed) {
        if (seen.has(domain) || lookups >= this.limits.spfLookups) continue;
        seen.add(domain);
        const found = this.names.spfAt(domain);
        if (found && (found.name === domain || !seen.has(found.name))) {
          seen.add(found.name);
          lookups += 1;
          const path = found.name === domain ? [...via, domain] : [...via, domain, found.name];
          for (const text of found.texts) open.push({ text, via: path });
        }
      }
    }
  }

  private add(vendor: Vendor, signal: Signal | undefined, evidence: Evidence): void {
    if (!signal || isOf(signal, vendor)) return;
    const confidence = this.isBehindAnother(vendor, signal, evidence) ? BEHIND_ANOTHER : signal.confidence;
    channelOf(vendor, evidence.recordType).relationships.add(signal, confidence, evidence);
  }

  private isBehindAnother(vendor: Vendor, { party }: Signal, { recordType, via = [] }: Evidence): boolean {
    return via.some((name) => {
      const passed = this.catalogue.matchHost(recordType === 'CNAME' ? 'cname' : 'spf', name);
      return passed !== undefined && passed.party !== party && !isOf(passed, vendor);
    });
  }
}

function channelOf(vendor: Vendor, type: DetectionRecordType): Channel {
  return type === 'RESOURCE' ? vendor.pages : vendor.dns;
}

function found(name: keyof VendorFindings, { relationships, lastSeen }: Channel): VendorFindings {
  return lastSeen === '' ? {} : { [name]: { relationships: relationships.list(), lastSeen } };
}

/** Whether a signal refers to the vendor itself. */
function isOf({ party }: Signal, vendor: Vendor): boolean {
  return party.ownDomains.has(vendor.domain) || vendor.registrable === party.registrable;
}

function evidenceOf({ type, host, value, seenAt }: DetectionRecord): Evidence {
  return { recordType: type, record: host, value, seenAt };
}
