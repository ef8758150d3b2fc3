export const DNS_RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'CAA', 'SOA'] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** RESOURCE is a file that a web page loads: its host is the page's host, its value the URL of the resource. */
export type DetectionRecordType = DnsRecordType | 'RESOURCE';

/** One normalized record of an input file. */
export interface DetectionRecord {
  /** The owner name of the record: lower case, ASCII, no trailing dot. */
  host: string;
  type: DetectionRecordType;
  /** A, AAAA: the address. CNAME, MX, NS: the host it names. SOA: primary server and mailbox. CAA: tag (when known) and value. TXT: the joined text. */
  value: string;
  /** RFC 3339 in UTC with milliseconds. */
  seenAt: string;
}

/** The result of reading a line. A partly valid line has both records and a rejection. */
export interface ReadLine {
  records: DetectionRecord[];
  rejected?: string;
}

export const MAX_TXT_LENGTH = 4096;
