import { changeOf, type AuditChange } from '#platform/audit/audit-changes';

/** The log cuts longer values. */
const MAX_LINE = 1000;

/** Which vendors a bulk call starts and stops monitoring, as the audit log shows it: all of them, because this is the consent to look at them. */
export function monitoringSwitches(started: readonly string[], stopped: readonly string[]): AuditChange[] {
  return [
    ...linesOf(started).map((line) => changeOf('monitoringStarted', undefined, line)),
    ...linesOf(stopped).map((line) => changeOf('monitoringStopped', undefined, line)),
  ];
}

/** The domains in as many lines as they need. */
function linesOf(domains: readonly string[]): string[] {
  const lines: string[] = [];
  for (const domain of domains) {
    const longer = `${lines.at(-1)}, ${domain}`;
    if (lines.length > 0 && longer.length <= MAX_LINE) lines[lines.length - 1] = longer;
    else lines.push(domain);
  }
  return lines;
}
