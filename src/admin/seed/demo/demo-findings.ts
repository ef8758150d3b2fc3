import { DAY_MS } from '#platform/time/durations';
import { DEMO_KINDS, type DemoKind } from './demo-kinds';
import type { DemoVendor } from './demo-vendors';
import type { Random } from './random';

type Subject = Pick<DemoVendor, 'domain' | 'state'>;
type Severity = DemoKind['severity'];

const YEAR = 365 * DAY_MS;

/** The expected findings of a vendor by its state, from well maintained to neglected: number per year, severity, and days until resolved. */
const HABITS = [
  { findings: 46, shares: { INFO: 60, LOW: 35, MEDIUM: 5, HIGH: 0, CRITICAL: 0 }, days: 35 },
  { findings: 77, shares: { INFO: 50, LOW: 40, MEDIUM: 10, HIGH: 0, CRITICAL: 0 }, days: 60 },
  { findings: 99, shares: { INFO: 46, LOW: 38, MEDIUM: 14, HIGH: 2, CRITICAL: 0 }, days: 80 },
  { findings: 130, shares: { INFO: 42, LOW: 36, MEDIUM: 16, HIGH: 4, CRITICAL: 2 }, days: 90 },
  { findings: 165, shares: { INFO: 30, LOW: 30, MEDIUM: 24, HIGH: 10, CRITICAL: 6 }, days: 120 },
] as const;

/** Severe findings are fixed sooner. */
const FIX_TIME_FACTOR: Record<Severity, number> = { INFO: 1.6, LOW: 1.3, MEDIUM: 1, HIGH: 0.7, CRITICAL: 0.5 };
const NEXT: Record<Severity, Severity> = { INFO: 'LOW', LOW: 'MEDIUM', MEDIUM: 'HIGH', HIGH: 'CRITICAL', CRITICAL: 'CRITICAL' };
const REOPEN_PROBABILITY = 0.06;
const TURNS_WORSE = 0.02;

/** One finding over time. */
interface Life {
  finding: Record<string, unknown>;
  severity: Severity;
  born: number;
  gone: number;
  /** When the finding reappears after a fix, and when its severity is raised. */
  back: number;
  worse: number;
}

/** The findings about the vendors in the past year: most appear, stay for a while and are fixed. */
export function demoLives(vendors: readonly Subject[], random: Random, now: number): Life[] {
  return vendors.flatMap((vendor) => {
    const habits = HABITS[vendor.state - 1] ?? HABITS[0];
    const known = new Map<DemoKind, number>();
    return Array.from({ length: habits.findings }, () => {
      const kind = random.pick(kindsOf(pickSeverity(habits.shares, random)));
      const before = known.get(kind) ?? 0;
      known.set(kind, before + 1);
      const born = now - Math.floor(random.next() * YEAR);
      const gone = born + Math.ceil(-Math.log(1 - random.next()) * habits.days * FIX_TIME_FACTOR[kind.severity]) * DAY_MS;
      return {
        finding: findingOf(kind, vendor.domain, before, random),
        severity: kind.severity,
        born,
        gone,
        back: random.next() < REOPEN_PROBABILITY ? gone + (20 + random.below(40)) * DAY_MS : Infinity,
        worse: random.next() < TURNS_WORSE ? born + 21 * DAY_MS : Infinity,
      };
    });
  });
}

/** The report of a scan at that time, one JSON document per line. */
export function demoScan(lives: readonly Life[], at: number): string[] {
  return lives
    .filter(({ born, gone, back }) => born <= at && (at < gone || at >= back))
    .map(({ finding, severity, born, worse }) =>
      JSON.stringify({
        ...finding,
        severity: at < worse ? severity : NEXT[severity],
        firstSeen: new Date(born).toISOString(),
        lastSeen: new Date(at).toISOString(),
      }),
    );
}

function pickSeverity(shares: Readonly<Record<Severity, number>>, random: Random): Severity {
  let left = random.below(100);
  return (Object.entries(shares) as [Severity, number][]).find(([, share]) => (left -= share) < 0)?.[0] ?? 'INFO';
}

function kindsOf(severity: Severity): DemoKind[] {
  return DEMO_KINDS.filter((kind) => kind.severity === severity);
}

function findingOf(kind: DemoKind, domain: string, before: number, random: Random): Record<string, unknown> {
  const host = hostOf(kind.host, domain, before === 0 ? '' : String(before + 1));
  return {
    host,
    title: kind.title,
    description: kind.description,
    observationType: kind.type,
    category: kind.category,
    confidence: random.pick(['POSSIBLE', 'LIKELY', 'CONFIRMED']),
    cweIds: [kind.cwe],
    ...(kind.cve && {
      cveIds: [kind.cve.id],
      cvssScores: [{ version: 'V3_1', baseScore: kind.cve.baseScore, scoreSource: 'nvd' }],
      references: [`https://nvd.nist.gov/vuln/detail/${kind.cve.id}`],
    }),
    asset: assetOf(kind, host, domain, random),
    tags: [kind.category.toLowerCase().replaceAll('_', '-')],
    evidence: [`Seen at ${host}.`],
    remediation: kind.remediation,
    source: { name: kind.asset === 'credentials' ? 'breach-watch' : 'nightly-scan' },
  };
}

/** Findings about a whole zone occur once per zone; other hosts are numbered. */
function hostOf(label: string, domain: string, number: string): string {
  const isOfZone = label === '.' || label.startsWith('_');
  const zone = isOfZone && number !== '' ? `brand${number}.${domain}` : domain;
  if (label === '.') return zone;
  return isOfZone ? `${label}.${zone}` : `${label}${number}.${zone}`;
}

function assetOf({ asset, detail }: DemoKind, host: string, domain: string, random: Random): Record<string, unknown> {
  switch (asset) {
    case 'url':
      return { url: { url: `https://${host}/` } };
    case 'ipPort':
      return { ipPort: { address: `203.0.113.${1 + random.below(254)}`, port: Number(detail), protocol: 'TCP' } };
    case 'dns':
      return { dns: { recordType: detail, domain: host } };
    case 'credentials':
      return {
        credentials: {
          username: `${random.pick(['anna', 'ben', 'carla', 'david', 'eva', 'finn'])}.${random.pick(['berg', 'cole', 'diaz', 'ek', 'fox'])}${random.below(90)}`,
          emailDomain: domain,
          breachName: random.pick(['Collection of forums', 'Retail shop', 'Travel portal']),
        },
      };
  }
}
