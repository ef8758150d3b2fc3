export const DNS_RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'CAA', 'SOA'] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** RESOURCE is what a web page loads: its host is the page's host, its value the address of the resource. */
export type DetectionRecordType = DnsRecordType | 'RESOURCE';

/** One fact of an input file, normalised. */
export interface DetectionRecord {
  /** The owner of the record: lower case, ASCII, no final dot. */
  host: string;
  type: DetectionRecordType;
  /** A, AAAA: the address. CNAME, MX, NS: the host it names. SOA: primary server and mailbox. CAA: tag (when known) and value. TXT: the joined text. */
  value: string;
  /** RFC 3339 in UTC with milliseconds. */
  seenAt: string;
}

/** What one line came to. A line may give good records and still be reported for the part that was not understood. */
export interface ReadLine {
  records: DetectionRecord[];
  rejected?: string;
}

export const MAX_TXT_LENGTH = 4096;
