import { changeOf, type AuditChange } from '#platform/audit/audit-changes';

/** The audit log truncates longer values. */
const MAX_LINE = 1000;

/**
 * The vendors that a bulk call starts and stops monitoring, for the audit log: all of them, because this records the consent to check them.
 */
export function monitoringSwitches(started: readonly string[], stopped: readonly string[]): AuditChange[] {
  return [
    ...linesOf(started).map((line) => changeOf('monitoringStarted', undefined, line)),
    ...linesOf(stopped).map((line) => changeOf('monitoringStopped', undefined, line)),
  ];
}

/** The domains, split into as many values as needed. */
function linesOf(domains: readonly string[]): string[] {
  const lines: string[] = [];
  for (const domain of domains) {
    const longer = `${lines.at(-1)}, ${domain}`;
    if (lines.length > 0 && longer.length <= MAX_LINE) lines[lines.length - 1] = longer;
    else lines.push(domain);
  }
  return lines;
}
