/**
 * What one scan saw of a domain and its hosts. Plain data: a scan can be stored, printed and judged again. All text comes from untrusted
 * servers; the scanner limits its size.
 */

/** A seen value, or why it could not be seen. Only seen values can be judged. */
export type Seen<T> = { seen: T } | { unknown: string };

export interface Scan {
  /** The vendor's domain, in lower case and ASCII. */
  apex: string;
  /** When the scan began; RFC 3339. */
  at: string;
  dns: DomainDns;
  mail: MailScan;
  /** The apex, www and the hosts that findings name. The apex comes first. */
  hosts: HostScan[];
  /** Further hosts that findings name: they are only resolved, and not in every scan. */
  names: NameScan[];
  /** Hosts that were not contacted: an address is not public, or the owner opted out. */
  refused: string[];
}

/** What recording a scan needs besides its verdicts. It is small, whatever the servers sent. */
export interface ScanSummary {
  apex: string;
  at: string;
  dns: Pick<DomainDns, 'root' | 'zone'>;
  hosts: NameScan[];
  names: NameScan[];
  refused: string[];
}

/** A DNS answer. Server and network errors are unknown, never an answer. */
export interface DnsAnswer<Record> {
  /** The queried name. */
  name: string;
  /** With NXDOMAIN, the last name of `aliases` (or `name`) does not exist. */
  status: 'NOERROR' | 'NXDOMAIN';
  /** The records of the queried type; empty when there are none. */
  records: Record[];
  /** Targets of the CNAME records that were followed, in order. */
  aliases: string[];
}

export interface DomainDns {
  /** The SOA of the root. Unknown when our own resolver does not work. */
  root: Seen<{ isAuthentic: boolean }>;
  /** The SOA of the apex. NXDOMAIN only when two queries said so. */
  existence: Seen<DnsAnswer<string>>;
  /** The zone that the apex is in, as its SOA record names it: the apex or a parent. */
  zone: Seen<string>;
  dnssec: Seen<DnssecScan>;
  /** The CAA records of the apex, then of each parent up to the registrable domain. */
  caa: Seen<DnsAnswer<CaaRecord>[]>;
  /** The zone's name servers. */
  nameServers: Seen<NameServerScan[]>;
}

export interface DnssecScan {
  /** Whether the resolver validates: it marks the root's SOA as authentic. Without that, a missing DS proves nothing. */
  isResolverValidating: boolean;
  /** DS records of the zone, as text. */
  ds: string[];
  /** The resolver fails (SERVFAIL) to answer for the apex, and answers the same question when told not to validate. */
  isBogus: boolean;
}

export interface CaaRecord {
  flags: number;
  tag: string;
  value: string;
}

export interface NameServerScan {
  name: string;
  /** IPv4 and IPv6. Empty when the name has none. */
  addresses: Seen<DnsAnswer<string>>;
  /** The answer to a SOA query for the zone, sent without recursion to the first address. */
  soa: Seen<{ address: string; rcode: string; isAuthoritative: boolean }>;
}

export interface MailScan {
  /** The TXT records of the apex; strings of one record are joined. */
  txt: Seen<DnsAnswer<string>>;
  /** Every lookup that evaluating the apex's SPF record causes. Without exactly one SPF record: no terms. */
  spf: Seen<SpfWalk>;
  /** The TXT records of `_dmarc` at the apex, then at each parent up to the top-level domain, until one has a DMARC record. */
  dmarc: Seen<DnsAnswer<string>[]>;
  /** The TXT records of the DKIM selectors that the mail providers seen in MX and SPF use. */
  dkim: Seen<DnsAnswer<string>>[];
  mx: Seen<DnsAnswer<{ preference: number; host: string }>>;
  /** The hosts of the MX records, in order of preference, at most ten. A null MX (`.`) is left out. */
  mailServers: MailServerScan[];
  mtaSts: {
    /** The TXT records of `_mta-sts`. */
    record: Seen<DnsAnswer<string>>;
    /** The policy file; left out when there is no record. */
    policy?: Seen<MtaStsFetch>;
  };
  /** The TXT records of `_smtp._tls`. */
  tlsRpt: Seen<DnsAnswer<string>>;
}

export interface SpfWalk {
  /** Terms that cost a lookup (include, a, mx, ptr, exists, redirect), in order of evaluation; at most 25. */
  lookups: { term: string; target: string; isVoid: boolean }[];
  /** What makes the record invalid although its own text is valid: an include of a domain without a record, or with an invalid one. */
  faults: string[];
  /** Set when a record includes itself, directly or through others: the domains from the first to its repetition. */
  loop?: string[];
}

export interface MailServerScan {
  host: string;
  addresses: Seen<DnsAnswer<string>>;
  /** The reply to EHLO; present only if the operator has enabled that check. */
  ehlo?: Seen<{ offersStartTls: boolean; reply: string }>;
}

/** The policy host was reached and showed this, or showed that it cannot serve a valid policy. */
export type MtaStsFetch =
  | { url: string; status: number; contentType?: string; body: string }
  /** The name does not exist, the port is closed, or the certificate is not trusted. */
  | { url: string; failure: string };

export interface NameScan {
  host: string;
  /** A and AAAA records. A CNAME chain that ends in NXDOMAIN says so in its status. */
  addresses: Seen<DnsAnswer<string>>;
}

export interface HostScan extends NameScan {
  /** Port 443. Left out when the host has no address. */
  https?: Seen<TlsScan | ConnectionRefused>;
  /** GET / on port 80, without following redirects. Left out when the host has no address. */
  http?: Seen<HttpResponse | ConnectionRefused>;
  /** GET / on port 443 with redirects followed. Left out when 443 is closed. Answers 403, 429 and 5xx are unknown. */
  page?: Seen<PageScan>;
  /** GET /.well-known/security.txt, at the apex only, with redirects followed. */
  securityTxt?: Seen<PageScan>;
}

/** The host answers and refuses the connection: the port is closed. */
export interface ConnectionRefused {
  isRefused: true;
}

export interface TlsScan {
  isRefused?: never;
  /** As negotiated with everything from TLS 1.0 offered: `TLSv1`, `TLSv1.1`, `TLSv1.2`, `TLSv1.3`. */
  protocol: string;
  /** OpenSSL's name of the suite. */
  cipher: string;
  /** An ephemeral key exchange: TLS 1.3, ECDHE or DHE. */
  isForwardSecret: boolean;
  /** As sent by the server, leaf first. */
  chain: CertificateScan[];
  /** Whether the chain leads to a trusted root, regardless of the host name. */
  isTrusted: boolean;
  /** OpenSSL's code when it does not: `CERT_HAS_EXPIRED`, `DEPTH_ZERO_SELF_SIGNED_CERT`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, … */
  trustError?: string;
  /** Whether the leaf's alternative names cover the host. */
  coversHost: boolean;
  /** A second handshake that offers at most TLS 1.1; left out when it was not tried. */
  acceptsLegacy?: Seen<boolean>;
}

export interface CertificateScan {
  /** Empty when the certificate has none, which RFC 5280 allows beside alternative names. */
  subject: string;
  issuer: string;
  /** DNS names and addresses of the subject alternative name. */
  names: string[];
  /** RFC 3339; undefined when it cannot be read. */
  validFrom?: string;
  validTo?: string;
  serialNumber: string;
  /** SHA-256 of the certificate in hexadecimal. */
  sha256: string;
  isSelfSigned: boolean;
  key: { type: 'RSA' | 'DSA' | 'EC' | 'ED25519' | 'ED448' | 'OTHER'; bits?: number; curve?: string };
  /** Hash of the signature, such as `SHA-256` or `SHA-1`; unset when the algorithm has none (Ed25519). */
  signatureHash?: string;
}

export interface HttpResponse {
  isRefused?: never;
  url: string;
  status: number;
  /** In the order received; names in lower case. Set-Cookie is in `cookies`. */
  headers: [name: string, value: string][];
  /** The Set-Cookie headers, with every value replaced by `…`. */
  cookies: string[];
  /** The Location header as an absolute URL. */
  location?: string;
}

export interface PageScan {
  /** Every answer from the first to the last; only the last one's body is read. */
  hops: [HttpResponse, ...HttpResponse[]];
  /** The last answer's body as text, cut after 512 KiB. Empty when it is not text. */
  body: string;
  isCut: boolean;
  /** The Origin header we sent. */
  origin: string;
}
