import { OBSERVATION_SEVERITY, type ObservationConfidence, type ObservationSeverity } from '#shared/observation.enums';
import type { CvssDraft } from '../../observation-draft';
import { cvssOf, severityOfScore, severityOfScores } from './cvss';
import { epssOf } from './finding';
import { cveIdOf, cveIdsIn } from '#platform/import/identifiers';
import { asNumber } from '#platform/import/json-value';
import { proseOf } from '#platform/import/text';

/** A table in an NSE script's structured output: keyed values, plain values and nested tables. */
interface Table {
  key: string | undefined;
  values: Map<string, string>;
  plain: string[];
  tables: Table[];
}

/** The output of one NSE script for a port or a host. */
export interface Script {
  id: string;
  output: string;
  line: number;
  root: Table;
}

/** A vulnerability that a script reports. */
export interface ScriptVulnerability {
  script: string;
  /** Distinguishes it from others of the same script. */
  key: string | undefined;
  title: string | undefined;
  description: string | undefined;
  cveIds: string[];
  severity: ObservationSeverity;
  confidence: ObservationConfidence;
  cvssScores: (CvssDraft | undefined)[];
  epss: { score: number; percentile: number } | undefined;
  references: string[];
  evidence: string[];
}

const MAX_NODES = 20_000;
const MAX_VALUE = 8000;
const MAX_VALUES = 512 * 1024;
const MAX_OUTPUT = 64 * 1024;

/** Builds a script's tables from its tags; entries beyond the limits are dropped. */
export class ScriptReader {
  readonly script: Script;
  private readonly path: Table[];
  private readonly elementKeys: (string | undefined)[] = [];
  private nodes = 0;
  private characters = 0;

  constructor(id: string, output: string, line: number) {
    this.script = { id: proseOf(id, 100) ?? 'script', output: proseOf(output, MAX_OUTPUT) ?? '', line, root: newTable(undefined) };
    this.path = [this.script.root];
  }

  open(name: string, key: string | undefined): void {
    this.nodes++;
    if (name !== 'table') {
      this.elementKeys.push(key);
      return;
    }
    const table = newTable(key);
    if (this.nodes <= MAX_NODES) this.path.at(-1)?.tables.push(table);
    this.path.push(table);
  }

  /** Returns whether this closed the script itself. */
  close(name: string, text: string): boolean {
    if (name === 'script') return true;
    if (name === 'table') {
      this.path.pop();
      return false;
    }
    const key = this.elementKeys.pop();
    const table = this.path.at(-1);
    const value = proseOf(text, MAX_VALUE) ?? '';
    this.characters += value.length;
    if (name !== 'elem' || !table || this.nodes > MAX_NODES || this.characters > MAX_VALUES) return false;
    if (key === undefined) table.plain.push(value);
    else table.values.set(key, value);
    return false;
  }
}

/** The vulnerabilities in a script's output: of the vulners script, of nmap's vulns library, or in the text of older scripts. */
export function vulnerabilitiesOf(script: Script): ScriptVulnerability[] {
  if (script.id === 'vulners') return byCve(fromVulners(script));
  const reported = [script.root, ...script.root.tables].filter((table) => table.values.has('state'));
  if (reported.length > 0) return reported.filter(isVulnerable).map((table) => fromReport(script, table));
  return fromText(script);
}

/** The vulners script: version matches, one entry per CVE, without exploits and advisories. */
function fromVulners(script: Script): ScriptVulnerability[] {
  const listed = script.root.tables.flatMap((table) =>
    [table, ...table.tables].map((entry) => vulnersEntry(script, table.key, entry)).filter((found) => found !== undefined),
  );
  return script.root.tables.length > 0 ? listed : vulnersLines(script);
}

function vulnersEntry(script: Script, product: string | undefined, { values }: Table): ScriptVulnerability | undefined {
  const cve = cveIdOf(values.get('id'));
  if (cve === undefined || (values.get('type') ?? 'cve') !== 'cve') return undefined;
  const score = asNumber(values.get('cvss'));
  const severity = OBSERVATION_SEVERITY.parse(values.get('severity') ?? '') ?? severityOfScore(score ?? 0);
  const version = values.get('cvss_type')?.toLowerCase().replace('cvss', '');
  return {
    ...versionMatch(script, cve, severity),
    description: values.get('title'),
    cvssScores: [cvssOf({ version, score, source: 'vulners' })],
    epss: epssOf(asNumber(values.get('epss')), asNumber(values.get('epss_percentile'))),
    references: [values.get('href') ?? '', values.get('source_href') ?? ''],
    evidence: [vulnersText(cve, product, score)],
  };
}

/** Older vulners versions wrote lines of id, score and URL under the product. */
function vulnersLines(script: Script): ScriptVulnerability[] {
  return script.output.split('\n').flatMap((line) => {
    const [id, points, address = ''] = line.trim().split(/\s+/);
    const cve = cveIdOf(id);
    if (cve === undefined) return [];
    const score = asNumber(points);
    const found = versionMatch(script, cve, severityOfScore(score ?? 0));
    return [{ ...found, references: [address], evidence: [vulnersText(cve, undefined, score)] }];
  });
}

function versionMatch(script: Script, cve: string, severity: ObservationSeverity): ScriptVulnerability {
  return {
    script: script.id,
    key: cve,
    title: undefined,
    description: undefined,
    cveIds: [cve],
    severity,
    confidence: 'OBSERVATION_CONFIDENCE_POSSIBLE',
    cvssScores: [],
    epss: undefined,
    references: [],
    evidence: [],
  };
}

function vulnersText(cve: string, product: string | undefined, score: number | undefined): string {
  return `vulners: ${cve}${product === undefined ? '' : ` for ${product}`}${score === undefined ? '' : `, CVSS ${score}`}`;
}

function byCve(found: ScriptVulnerability[]): ScriptVulnerability[] {
  return [...new Map(found.map((each) => [each.key, each])).values()];
}

function isVulnerable(table: Table): boolean {
  const state = table.values.get('state') ?? '';
  return state.includes('VULNERABLE') && !state.includes('NOT VULNERABLE');
}

function fromReport(script: Script, table: Table): ScriptVulnerability {
  const ids = [table.key, ...listOf(table, 'ids').map((id) => id.slice(id.indexOf(':') + 1))];
  const scores = table.tables.filter((each) => each.key === 'scores').flatMap(scoresOf);
  const risk = OBSERVATION_SEVERITY.parse(table.values.get('risk_factor') ?? '');
  const likely = table.values.get('state')?.includes('LIKELY') === true;
  return {
    script: script.id,
    key: table.key,
    title: table.values.get('title') ?? script.id,
    description: listOf(table, 'description').join('\n'),
    cveIds: ids.map(cveIdOf).filter((id) => id !== undefined),
    severity: risk ?? severityOfScores(scores) ?? 'OBSERVATION_SEVERITY_MEDIUM',
    confidence: likely ? 'OBSERVATION_CONFIDENCE_LIKELY' : 'OBSERVATION_CONFIDENCE_CONFIRMED',
    cvssScores: scores,
    epss: undefined,
    references: listOf(table, 'refs'),
    evidence: [`${script.id}: ${table.values.get('state')}`, ...listOf(table, 'check_results'), ...listOf(table, 'extra_info')],
  };
}

function fromText(script: Script): ScriptVulnerability[] {
  const state = /State: (LIKELY VULNERABLE|VULNERABLE)/.exec(script.output)?.[1];
  if (state === undefined) return [];
  const risk = /Risk factor: ([A-Za-z]{1,10})/.exec(script.output)?.[1];
  return [
    {
      script: script.id,
      key: undefined,
      title: /VULNERABLE:\s*\n([^\n]{1,500})/.exec(script.output)?.[1] ?? script.id,
      description: script.output,
      cveIds: cveIdsIn(script.output),
      severity: OBSERVATION_SEVERITY.parse(risk ?? '') ?? 'OBSERVATION_SEVERITY_MEDIUM',
      confidence: state === 'VULNERABLE' ? 'OBSERVATION_CONFIDENCE_CONFIRMED' : 'OBSERVATION_CONFIDENCE_LIKELY',
      cvssScores: [],
      epss: undefined,
      references: [],
      evidence: [`${script.id}: ${state}`],
    },
  ];
}

/** `10.0 (HIGH) (AV:N/AC:L/Au:N/C:C/I:C/A:C)` under `CVSSv2`. */
function scoresOf(table: Table): CvssDraft[] {
  return [...table.values]
    .map(([name, text]) => {
      const [points, ...rest] = text.split(/\s+/);
      const vector = rest.find((part) => part.includes('AV:'));
      return cvssOf({ version: name.toLowerCase().replace('cvss', ''), score: asNumber(points), vector, source: 'nmap' });
    })
    .filter((score) => score !== undefined);
}

function listOf(table: Table, key: string): string[] {
  return table.tables.filter((each) => each.key === key).flatMap((each) => each.plain);
}

function newTable(key: string | undefined): Table {
  return { key, values: new Map(), plain: [], tables: [] };
}
