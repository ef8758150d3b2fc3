import type { Catalogue } from './catalogue';
import { Detector, type VendorFindings } from './detect';
import { readDnsRecords, type RejectedLine } from './dns-records';

export interface FileDetection {
  /** By vendor domain, for every vendor with records in the file. */
  vendors: Map<string, VendorFindings>;
  records: number;
  /** Records that belong to one of the vendors. */
  assigned: number;
  /** Aliases and SPF records that were matched but, because of the limit, not followed. */
  notFollowed: number;
  rejected: number;
  /** The first rejected lines, with reasons. */
  rejections: RejectedLine[];
}

const MAX_REJECTIONS = 100;

/**
 * Detects the fourth parties of many vendors in one pass over a stream, then follows aliases and SPF includes. Memory is
 * bounded whatever the length of the file: one line of at most 1 MiB; 50 pieces of evidence per relationship and 300,000 in
 * total (after that one per relationship); 500,000 aliases and SPF records.
 */
export async function detectFile(
  source: AsyncIterable<Uint8Array | string>,
  vendorDomains: Iterable<string>,
  catalogue: Catalogue,
  seenAt: Date,
  onProgress?: (records: number) => void,
): Promise<FileDetection> {
  const detector = new Detector(catalogue, vendorDomains);
  const rejections: RejectedLine[] = [];
  let records = 0;
  let rejected = 0;
  for await (const item of readDnsRecords(source, seenAt.toISOString())) {
    if ('rejected' in item) {
      rejected += 1;
      if (rejections.length < MAX_REJECTIONS) rejections.push(item);
    } else {
      records += 1;
      detector.see(item);
      onProgress?.(records);
    }
  }
  const vendors = detector.findings();
  return { vendors, records, assigned: detector.assigned, notFollowed: detector.notFollowed, rejected, rejections };
}
