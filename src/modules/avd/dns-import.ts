import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { recordEvent } from '#platform/events/record-event';
import { lockFourthParties, lockObservations } from '#platform/database/locks';
import { Database, type BulkConnection } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { CHANNEL, FOURTH_PARTY_CONFIDENCE } from './avd.enums';
import { toMask } from './connection-mask';
import { CatalogueError, loadCatalogue, type Catalogue } from './detection/catalogue';
import type { ChannelFindings, VendorFindings } from './detection/detect';
import { detectFile, type FileDetection } from './detection/detect-file';
import {
  ANALYZE_STAGE,
  CREATE_STAGE,
  END_UNSEEN,
  MERGE_RELATIONSHIPS,
  MERGE_SIGHTINGS,
  NOTE_DETECTIONS,
  STAGE_COVERED,
  STAGE_FOUND,
} from './dns-import.sql';
import { IN_PORTFOLIO } from './fourth-party-filters';

/** Rows staged per statement. */
const BATCH = 2000;
/** Imports may wait for one another and may take long. */
const LIMITS = { statementMs: 600_000, lockMs: 600_000 };

export interface DnsImportOptions {
  organizationId: string;
  /** A folder with the operator's own signatures, which extend and replace the shipped ones. */
  catalogueFolder?: string;
  /** The time of records without a timestamp. */
  now?: Date;
  onProgress?: (records: number) => void;
}

export interface DnsImportResult {
  /** Vendors with records in the file. */
  vendors: number;
  /** Relationships the file shows. */
  relationships: number;
  /** Of them: new; changed in products, connection types, confidence or status; unchanged. */
  created: number;
  updated: number;
  unchanged: number;
  /** Relationships of these vendors that the file no longer shows. */
  deactivated: number;
  /** Records read, and how many of them belong to a vendor. */
  records: number;
  assigned: number;
  /** Aliases and SPF records that were matched but, because of the limit, not followed. */
  notFollowed: number;
  /** Rejected lines; the first hundred with reasons. */
  rejected: number;
  rejections: { line: number; reason: string }[];
}

interface Channels {
  dns: number;
  pages: number;
}
const FROM_FILE: Channels = { dns: CHANNEL.DNS, pages: CHANNEL.PAGES };
/** What our own scans show. */
export const FROM_SCANS: Channels = { dns: CHANNEL.LIVE_DNS, pages: CHANNEL.LIVE_PAGES };

type Counts = Pick<DnsImportResult, 'relationships' | 'created' | 'updated' | 'unchanged' | 'deactivated'>;

/** Imports the fourth parties that DNS records and web pages show. All of a file or nothing. */
@Injectable()
export class DnsImport {
  constructor(private readonly database: Database) {}

  async run(source: AsyncIterable<Uint8Array | string>, options: DnsImportOptions): Promise<DnsImportResult> {
    const { organizationId, catalogueFolder, now = new Date(), onProgress } = options;
    const catalogue = signatures(catalogueFolder);
    const detection = await detectFile(source, await this.portfolio(organizationId), catalogue, now, onProgress);
    const counts = await this.database.bulk(organizationId, LIMITS, async (connection) => {
      const result = await recordDetections(connection, organizationId, detection.vendors, FROM_FILE);
      const targets = [...detection.vendors.keys()].map((domain) => ({ type: 'company', id: domain }));
      await recordAudit(connection, byOperator('import dns', organizationId), { targets, changes: changesBetween(undefined, result) });
      await recordEvent(connection, organizationId, 'import.completed', [{ importType: 'dns', ...result }]);
      return { result, keep: true };
    });
    return resultOf(detection, counts);
  }

  private async portfolio(organizationId: string): Promise<string[]> {
    const vendors = await this.database.read<{ domain: string }>(
      organizationId,
      `SELECT domain_name AS domain FROM vendor WHERE organization_id = $1 AND ${IN_PORTFOLIO}`,
      [organizationId],
    );
    return vendors.map((vendor) => vendor.domain);
  }
}

function signatures(folder: string | undefined): Catalogue {
  try {
    return loadCatalogue(folder);
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidArgument(error.message, 'CATALOGUE_INVALID');
    throw error;
  }
}

/** Stores what was detected. If a channel of a vendor is present, it replaces what the same channel showed before. */
export async function recordDetections(
  connection: BulkConnection,
  organizationId: string,
  vendors: ReadonlyMap<string, VendorFindings>,
  from: Channels,
): Promise<Counts> {
  await lockObservations(connection, organizationId);
  await lockFourthParties(connection, organizationId);
  await connection.query(CREATE_STAGE);
  await connection.query(STAGE_COVERED, [organizationId, JSON.stringify([...vendors].flatMap((vendor) => coverage(vendor, from)))]);
  for (const batch of batches(vendors, from)) await connection.query(STAGE_FOUND, [JSON.stringify(batch)]);
  await connection.query(ANALYZE_STAGE);
  await connection.query(NOTE_DETECTIONS, [organizationId]);
  await connection.query(MERGE_SIGHTINGS, [organizationId]);
  await connection.query(END_UNSEEN, [organizationId]);
  const [merged] = await connection.query<Counts & { touched: string[] }>(MERGE_RELATIONSHIPS, [organizationId]);
  if (!merged) throw new Error('MERGE_RELATIONSHIPS returned no row.');
  const { touched, ...counts } = merged;
  await connection.query(`SELECT fourth_party_regroup($1, $2)`, [organizationId, touched]);
  // A vendor that depends on the victim of an event may be affected too.
  await connection.query(`SELECT security_event_refresh($1, $2)`, [organizationId, [...vendors.keys()]]);
  return counts;
}

/** The channels in which a vendor was examined: their earlier detections are replaced. */
function coverage([domain, findings]: [string, VendorFindings], from: Channels): object[] {
  return channels(findings, from).map(([channel, { lastSeen }]) => ({ vendor_domain: domain, channel, detected_at: lastSeen }));
}

function channels({ dns, pages }: VendorFindings, from: Channels): [number, ChannelFindings][] {
  const found: [number, ChannelFindings | undefined][] = [
    [from.dns, dns],
    [from.pages, pages],
  ];
  return found.filter((entry): entry is [number, ChannelFindings] => entry[1] !== undefined);
}

/** One row per relationship and channel, in batches. */
function* batches(vendors: ReadonlyMap<string, VendorFindings>, from: Channels): Generator<object[]> {
  let batch: object[] = [];
  for (const [domain, findings] of vendors) {
    for (const [channel, { relationships }] of channels(findings, from)) {
      for (const one of relationships) {
        batch.push({
          vendor_domain: domain,
          fourth_party_domain: one.fourthPartyDomain,
          channel,
          company_name: one.companyName,
          connection_types: toMask(one.connectionTypes),
          products: one.products,
          confidence: FOURTH_PARTY_CONFIDENCE.toNumber(one.confidence),
          evidence: one.evidence,
          first_seen: one.firstSeen,
          last_seen: one.lastSeen,
        });
      }
    }
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function resultOf({ vendors, records, assigned, notFollowed, rejected, rejections }: FileDetection, counts: Counts): DnsImportResult {
  return {
    vendors: vendors.size,
    ...counts,
    records,
    assigned,
    notFollowed,
    rejected,
    rejections: rejections.map(({ line, rejected: reason }) => ({ line, reason })),
  };
}
