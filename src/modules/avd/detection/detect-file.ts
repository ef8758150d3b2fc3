import type { Catalogue } from './catalogue';
import { Detector, type VendorFindings } from './detect';
import { readDnsRecords, type RejectedLine } from './dns-records';

export interface FileDetection {
  /** By vendor domain, for every vendor the file spoke of. */
  vendors: Map<string, VendorFindings>;
  records: number;
  /** Of them, those of the vendors asked about. */
  assigned: number;
  /** Aliases and SPF records that were matched but not followed because the file has too many. */
  notFollowed: number;
  rejected: number;
  /** The first of the refused lines, with reasons. */
  rejections: RejectedLine[];
}

const REJECTIONS_KEPT = 100;

/**
 * Detects the fourth parties of many vendors in one pass over a stream, then follows what was gathered. Held in memory: one
 * line of at most 1 MiB; 50 pieces of evidence per relationship and 300,000 in all (past that one per relationship); and of
 * all hosts at most 500,000 names with their aliases and SPF records. None of it grows with the length of the file.
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
      if (rejections.length < REJECTIONS_KEPT) rejections.push(item);
    } else {
      records += 1;
      detector.see(item);
      onProgress?.(records);
    }
  }
  const vendors = detector.findings();
  return { vendors, records, assigned: detector.assigned, notFollowed: detector.notFollowed, rejected, rejections };
}
