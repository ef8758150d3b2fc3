import type { DomainReport, Finding } from '#modules/monitoring/domain-check';

const WIDTH = 100;
const INDENT = '          ';
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'];

/** The report of `monitor check`, for a terminal of a hundred columns. */
export function formatReport(report: DomainReport): string {
  const { domain, scannedAt, hosts, passed, unknown, fourthParties } = report;
  const findings = report.findings.toSorted((one, other) => rank(one) - rank(other));
  const counts = SEVERITIES.map((severity) => [severity, findings.filter((one) => shortSeverity(one) === severity).length] as const);
  const summary = counts.filter(([, count]) => count > 0).map(([severity, count]) => `${count} ${severity.toLowerCase()}`);
  return [
    `${domain}   ${scannedAt.slice(0, 16).replace('T', ' ')} UTC   hosts: ${hosts.join(', ') || 'none'}`,
    `${findings.length} findings${summary.length > 0 ? ` (${summary.join(', ')})` : ''}, ${passed} passed, ${unknown.length} not seen`,
    ...findings.flatMap(describe),
    ...(unknown.length > 0 ? ['', 'Not seen:', ...reasons(report)] : []),
    ...(fourthParties.length > 0 ? ['', ...wrapped(`Fourth parties: ${fourthParties.join(', ')}`, '  ')] : []),
  ].join('\n');
}

function describe(finding: Finding): string[] {
  return [
    '',
    `${shortSeverity(finding).padEnd(INDENT.length)}${finding.title}   ${finding.host}`,
    ...finding.evidence.flatMap((line) => wrapped(line, `${INDENT}| `)),
    ...wrapped(`Fix: ${finding.remediation}`, INDENT),
    `${INDENT}${finding.reference}   [${finding.check}]`,
  ];
}

/** Each reason once, with the checks it concerns. */
function reasons({ unknown }: DomainReport): string[] {
  const byReason = new Map<string, string[]>();
  for (const { check, host, reason } of unknown) {
    const about = `${host}: ${reason}`;
    byReason.set(about, [...(byReason.get(about) ?? []), check]);
  }
  return [...byReason].flatMap(([about, checks]) => wrapped(`${about} (${checks.join(', ')})`, '  '));
}

/** Lines of at most WIDTH columns, broken between words. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((part) => `${indent}${part}`);
}

function shortSeverity({ severity }: Finding): string {
  return severity.replace('OBSERVATION_SEVERITY_', '');
}

function rank(finding: Finding): number {
  return SEVERITIES.indexOf(shortSeverity(finding));
}
