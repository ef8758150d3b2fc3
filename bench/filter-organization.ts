import { deferRollups, settleRollups } from '#modules/observations/rollups';
import type { BulkConnection, Database } from '#platform/database/database';
import { lockDirectory, lockObservations } from '#platform/database/locks';

const PORTION = 50_000;
const LIMITS = { statementMs: 3_600_000, lockMs: 60_000 };

/** The times of rows are evenly spread over these days, from the first row to the last. */
const DAYS = 300;
const BEGINNING = Date.UTC(2026, 0, 1);

/** When row n of so many was first seen, and created; a share of a row is allowed. */
export function timeOf(row: number, rows: number): string {
  return new Date(BEGINNING + (row / rows) * DAYS * 86_400_000).toISOString();
}

/**
 * In each column, ten rows have the value `few`, one per cent `percent`, half of them `half`, and the others none or one of
 * many. Multiplying the row number with a large prime, modulo the number of rows, spreads each column evenly and independently of
 * the others. With small primes that lie close together, two columns run in step for thousands of rows.
 */
const PRIMES = [
  1655154073, 1304814353, 1632483487, 1995881089, 1679461493, 1673123359, 1172698057, 1883172103, 1707273851, 1827534581, 1739419343,
  1337741737, 1793896103, 1192210133, 1579871567, 1233762041, 1208948407, 1787573519, 1871306429, 1843987469, 1111338617, 1279317271,
  1368255517, 1918724453, 1419268979, 1428655517, 1819708279,
];

interface Choices {
  few: string;
  percent: string;
  half: string;
  other: string;
}

/** An expression of n, the number of the row, and $rows, a parameter. */
export class Columns {
  /** Columns of the same rows that are written later begin with the next prime. */
  constructor(
    private readonly rows: string,
    private next = 0,
  ) {}

  of({ few, percent, half, other }: Choices): string {
    const place = `(n::bigint * ${PRIMES[this.next++ % PRIMES.length]}) % ${this.rows}`;
    return `(CASE WHEN ${place} < 10 THEN ${few} WHEN ${place} < 10 + ${this.rows} / 100 THEN ${percent} WHEN ${place} >= ${this.rows} / 2 THEN ${half} ELSE ${other} END)`;
  }

  /** The names of the shares, with a text before and after them. */
  text(before: string, after: string, other = 'NULL'): string {
    const named = (share: string) => `'${before}${share}${after}'`;
    return this.of({ few: named('few'), percent: named('percent'), half: named('half'), other });
  }

  number(few: number | string, percent: number | string, half: number | string, other: number | string = 'NULL'): string {
    return this.of({ few: String(few), percent: String(percent), half: String(half), other: String(other) });
  }
}

const INSERT_VENDORS = `
  INSERT INTO vendor (organization_id, id, domain_name, company_name, is_monitored, monitored_since, lifecycle_status, created_at, updated_at)
  SELECT $1, uuid_v7(), name || '.vendor.com', 'Vendor ' || name, true, now(), 2, now(), now()
    FROM (SELECT unnest(ARRAY['few', 'percent', 'half']) UNION ALL SELECT 'other' || n FROM generate_series(0, $2::int - 1) n) v(name)`;

/** A group for each share, with its one vendor. */
const INSERT_GROUPS = `
  WITH g AS (
    INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at)
    SELECT $1, uuid_v7(), unnest(ARRAY['few', 'percent', 'half', 'nothing']), now(), now() RETURNING id, name
  )
  INSERT INTO vendor_group_member (organization_id, group_id, vendor_id)
  SELECT $1, g.id, v.id FROM g JOIN vendor v ON v.organization_id = $1 AND v.domain_name = g.name || '.vendor.com'`;

/** $1 organization, $2 first number, $3 last, $4 rows of the organization, $5 other vendors. */
function insertObservations(): string {
  const column = new Columns('$4::bigint');
  const other = (of: string) => `'other' || n % 500 || '${of}'`;
  const oneOf = (text: string) => `array_remove(ARRAY[${text}], NULL)`;
  const values = {
    party: column.text('', '.vendor.com', `'other' || n % $5 || '.vendor.com'`),
    subject: column.text('', '.subject.com', other('.subject.com')),
    type: column.text('type_', '', other('_type')),
    title: `${column.text('', ' finding ', `'other finding '`)} || n % 997`,
    category: column.number(1, 2, 3, '4 + n % 10'),
    severity: column.number(5, 4, 2, 3),
    confidence: column.number(3, 2, 1),
    open_status: column.number(2, 3, 1, 1),
    asset_type: column.number(3, 4, 1),
    ip: column.of({ few: `'203.0.113.1'`, percent: `'203.0.113.2'`, half: `'203.0.113.3'`, other: 'NULL' }),
    port: column.number(1, 2, 443, '1000 + n % 50'),
    protocol: column.number(2, 'NULL', 1),
    host: column.text('', '.host.com'),
    url: `${column.text('https://', '.site.com/')} || n`,
    cve: column.of({ few: `'CVE-2020-1001'`, percent: `'CVE-2020-1002'`, half: `'CVE-2020-1003'`, other: 'NULL' }),
    cwe: column.of({ few: `'CWE-1'`, percent: `'CWE-2'`, half: `'CWE-3'`, other: 'NULL' }),
    tag: column.text('tag-', ''),
    cvss: column.number(9.9, 9.5, 5),
    cvss_severity: column.number(5, 4, 3),
    epss: column.number(0.995, '0.95 + n % 90 / 10000.0', 'n % 5000 / 10000.0'),
    exploited: column.number('true', 'false', 'false', 'false'),
    ransomware: column.number('false', 'true', 'false', 'false'),
    source: column.text('source-', '', `'other-source'`),
  };
  return `
    INSERT INTO observation (
      organization_id, id, view, party_domain, vendor_id, vendor_name, subject_domain, fingerprint, group_key, observation_type, title, category, severity,
      confidence, approval_status, asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score,
      cvss_severity, epss_score, epss_percentile, is_known_exploited, is_ransomware_used, source_name, first_seen, last_seen, resolved_at, created_at, updated_at,
      body, body_hash)
    SELECT $1, uuid_v7(), 1, v.domain_name, v.id, v.company_name, f.subject, decode(md5('filter ' || f.n), 'hex'), coalesce(f.cve, f.type), f.type, f.title,
           f.category, f.severity, f.confidence, CASE WHEN f.n % 10 = 0 THEN 4 ELSE f.open_status END, f.asset_type, f.ip, f.port, f.protocol, f.host, f.url,
           ${oneOf('f.cve')}, ${oneOf('f.cwe')}, ${oneOf(`f.tag, CASE WHEN f.n <= $4::bigint / 20 THEN 'old' WHEN f.n > $4::bigint - $4::bigint / 20 THEN 'new' END`)},
           f.cvss, f.cvss_severity, f.epss, f.epss, f.exploited, f.ransomware, f.source, f.seen, f.seen, CASE WHEN f.n % 10 = 0 THEN f.seen END, f.seen, f.seen,
           format('"title":"%s","description":"A finding.","observationType":"%s","category":"OBSERVATION_CATEGORY_ENCRYPTION","severity":"OBSERVATION_SEVERITY_LOW","subjectDomain":"%s","assetType":"ASSET_TYPE_IP_PORT","asset":{"ipPort":{"address":"203.0.113.1","port":"443","protocol":"ASSET_IP_PORT_PROTOCOL_TCP"}},"cveIds":[],"cweIds":[],"references":[],"tags":[],"evidence":[],"source":{"name":"%s"},"cvssScores":[]',
                  f.title, f.type, f.subject, f.source),
           decode(md5('body ' || f.n), 'hex')
      FROM (SELECT n, to_timestamp(${BEGINNING / 1000}) + n * (interval '${DAYS} days' / $4::bigint) AS seen,
                   ${Object.entries(values)
                     .map(([name, value]) => `${value} AS ${name}`)
                     .join(',\n                   ')}
              FROM generate_series($2::int, $3::int) n) f
      JOIN vendor v ON v.organization_id = $1 AND v.domain_name = f.party`;
}

/** Numbers the rows again, in the order in which they were written. */
const NUMBERED = `SELECT o.id, o.first_seen, row_number() OVER (ORDER BY o.first_seen, o.id) AS n FROM observation o WHERE o.organization_id = $1`;

const COLUMNS_OF_OBSERVATIONS = 23;

/** Owners and due dates, flags and tickets. $1 organization, $2 rows. */
function besideObservations(): string[] {
  const column = new Columns('$2::bigint', COLUMNS_OF_OBSERVATIONS);
  const due = column.number(`'2026-01-01'::timestamptz`, `'2026-02-01'::timestamptz`, `'2026-03-01'::timestamptz`);
  const assignee = column.text('', '@example.com');
  const flagged = column.number('true', 'true', 'false', 'false');
  const ticket = column.text('', '');
  return [
    `UPDATE observation_state s SET assignee = x.assignee, set_due_at = x.due, due_at = x.due
       FROM (SELECT id, ${assignee} AS assignee, ${due} AS due FROM (${NUMBERED}) r) x
      WHERE s.organization_id = $1 AND s.observation_id = x.id AND (x.assignee IS NOT NULL OR x.due IS NOT NULL)`,
    `INSERT INTO observation_flag (organization_id, observation_id, flagged_at, actor_type, actor_name)
     SELECT $1, id, first_seen, 1, 'Loader' FROM (${NUMBERED}) r WHERE ${flagged}`,
    `INSERT INTO observation_reference (organization_id, observation_id, system, key)
     SELECT $1, id, 'system-' || ticket, 'KEY-' || n FROM (SELECT r.*, ${ticket} AS ticket FROM (${NUMBERED}) r) t WHERE ticket IS NOT NULL`,
  ];
}

/**
 * Fills an empty organization with observations whose every field has values of each selectivity. The owner analyzes the tables
 * before rows beside them are written: without statistics, a plan for few rows would take hours.
 */
export async function loadFilterOrganization(
  database: Database,
  organizationId: string,
  rows: number,
  analyze: () => Promise<unknown>,
): Promise<void> {
  const others = Math.max(10, Math.floor(rows / 1000));
  const write = (work: (tx: BulkConnection) => Promise<unknown>) =>
    database.bulk(organizationId, LIMITS, async (tx) => {
      await work(tx);
      return { result: undefined, keep: true };
    });
  await write(async (tx) => {
    await lockDirectory(tx, organizationId);
    await tx.query(INSERT_VENDORS, [organizationId, others]);
    await tx.query(INSERT_GROUPS, [organizationId]);
  });
  for (let first = 1; first <= rows; first += PORTION) {
    await write(async (tx) => {
      await lockObservations(tx, organizationId);
      await tx.query(`SELECT set_config('work_mem', '256MB', true)`);
      await deferRollups(tx);
      await tx.query(insertObservations(), [organizationId, first, Math.min(rows, first + PORTION - 1), rows, others]);
      await settleRollups(tx);
    });
  }
  await analyze();
  await write(async (tx) => {
    await lockObservations(tx, organizationId);
    for (const sql of besideObservations()) await tx.query(sql, [organizationId, rows]);
  });
}
