import { observationFilterFields } from '@vendor-risk/client';
import { nmapWithLongProduct, plainFindings, sarifWithPlaceholders } from './nasty-files';

const MIB = 1_048_576;

/** One kind of attack. It is plain data, because another thread carries it out. */
export type Attack = { name: string } & (
  | {
      kind: 'calls';
      path: string;
      /** Number of concurrent callers; each repeats the call as soon as it is answered. */
      callers: number;
      bodies: readonly string[];
      /** Sent with the organization's token, or anonymously. */
      isAnonymous?: boolean;
      /** Every call uses another client id. */
      rotatesClients?: boolean;
    }
  | { kind: 'sockets'; connections: number; bytes: string }
);

/** All the ways in which an organization or an anonymous caller can slow the service down for others. */
export function attacksOf(vendor: string): Attack[] {
  const mcp = (name: string, body: string, callers: number): Attack => ({
    kind: 'calls',
    name,
    path: '/public/v1/mcp',
    callers,
    bodies: [body],
  });
  const imports = (name: string, format: string, content: string, callers: number): Attack => ({
    kind: 'calls',
    name,
    path: '/public/v1/observations/import',
    callers,
    bodies: [JSON.stringify({ format, content, vendorDomain: vendor })],
  });
  return [
    mcp('MCP messages of 12 MB with 6 million zeros', message(`[${'0,'.repeat(6 * MIB)}0]`), 8),
    mcp('MCP messages of 1 MB, nested 500,000 deep', message('['.repeat(MIB / 2) + ']'.repeat(MIB / 2 - 100)), 8),
    mcp('MCP messages of 100 kB with 50,000 zeros', message(`[${'0,'.repeat(49_000)}0]`), 16),
    imports('nmap with a product of 1 MB and 1,000 CVEs', 'nmap', nmapWithLongProduct(vendor), 4),
    imports('SARIF with 660 placeholders', 'sarif', sarifWithPlaceholders(vendor), 4),
    imports('JSONL of 10,000 findings', 'jsonl', plainFindings(vendor), 4),
    imports('110 imports at once', 'jsonl', plainFindings(vendor), 110),
    {
      kind: 'calls',
      name: '30 filtered lists at once',
      path: '/public/v1/observations',
      callers: 30,
      bodies: [JSON.stringify({ filters: [observationFilterFields.title.contains('zzz')], countMode: 'TOTAL_COUNT_MODE_EXACT' })],
    },
    { kind: 'calls', name: 'vendor files of 5 MB', path: '/public/v1/vendors/bulk-upsert-csv', callers: 8, bodies: vendorFiles() },
    { kind: 'calls', name: 'batches of 500 vendors', path: '/public/v1/vendors/bulk-create', callers: 16, bodies: vendorBatches() },
    {
      kind: 'sockets',
      name: '64 announced bodies at the token endpoint',
      connections: 64,
      bytes: `POST /v1/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n{`,
    },
    {
      kind: 'calls',
      name: 'a new client id with each token request',
      path: '/v1/oauth/token',
      callers: 32,
      bodies: [''],
      isAnonymous: true,
      rotatesClients: true,
    },
    { kind: 'sockets', name: '2,100 half-sent headers', connections: 2100, bytes: 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Ha' },
  ];
}

function message(value: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"ping","x":${value}}`;
}

/** 10,000 rows each: one with quotes, one without, and one whose single row never ends. */
function vendorFiles(): string[] {
  const padding = 'x'.repeat(230);
  const file = (quote: string) => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `file-${at}.com,${quote}Company ${at} ${padding}${quote},V-${at} ${padding}`);
    return JSON.stringify({ csv: ['domain_name,company_name,vendor_id', ...rows].join('\n').slice(0, 5 * MIB) });
  };
  return [file('"'), file(''), JSON.stringify({ csv: `domain_name\n""${','.repeat(5 * MIB - 100)}` })];
}

function vendorBatches(): string[] {
  return Array.from({ length: 20 }, (_, batch) => {
    const vendors = Array.from({ length: 500 }, (_, at) => ({ domainName: `batch-${batch}-${at}.com`, companyName: `Batch ${at}` }));
    return JSON.stringify({ vendors });
  });
}
