import { DEMO_CVES } from './demo-kinds';

/** The part of CISA's catalogue that the demo needs. */
export function demoKev(): string[] {
  const vulnerabilities = DEMO_CVES.flatMap(({ id, exploited }) =>
    exploited
      ? [{ cveID: id, dateAdded: exploited.dateAdded, dueDate: exploited.dueDate, knownRansomwareCampaignUse: exploited.ransomware }]
      : [],
  );
  return [JSON.stringify({ vulnerabilities })];
}

/** FIRST's daily file, with invented values that follow the base score. */
export function demoEpss(): string[] {
  const rows = DEMO_CVES.map(({ id, baseScore, exploited }) => {
    const score = exploited ? 0.8 + baseScore / 60 : baseScore / 60;
    return `${id},${score.toFixed(5)},${(0.5 + score / 2.1).toFixed(5)}`;
  });
  return ['cve,epss,percentile', ...rows];
}

const PATTERNS = [
  [
    'CAPEC-1',
    'Accessing functionality not properly constrained by ACLs',
    'Functions that access lists should guard are called because the lists have gaps.',
    ['CWE-276', 'CWE-693', 'CWE-732'],
  ],
  [
    'CAPEC-102',
    'Session sidejacking',
    'The token of a session is picked up from unprotected traffic and used by somebody else.',
    ['CWE-319', 'CWE-522', 'CWE-614'],
  ],
  ['CAPEC-560', 'Use of known domain credentials', 'Names and passwords that became known are used to sign in.', ['CWE-309', 'CWE-522']],
] as const;

/** Attack patterns in MITRE's format. */
export function demoCapec(): string[] {
  const objects = PATTERNS.map(([capec, name, description, weaknesses]) => ({
    type: 'attack-pattern',
    name,
    description,
    external_references: [
      { source_name: 'capec', external_id: capec },
      ...weaknesses.map((cwe) => ({ source_name: 'cwe', external_id: cwe })),
    ],
  }));
  return [JSON.stringify({ type: 'bundle', objects })];
}
