import { hash } from 'node:crypto';
import {
  OBSERVATION_SEVERITY,
  type ObservationCategory,
  type ObservationConfidence,
  type ObservationSeverity,
} from '#shared/observation.enums';
import { JsonSplitter, type JsonPiece } from '#platform/import/json-stream/json-splitter';
import { parseJson } from '#platform/import/json-stream/parse-json';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { FormatError } from '#platform/import/format-error';
import type { ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { severityOfScore } from './shared/cvss';
import { draftOf, Faults, LIMITS, orNothing, urlAsset } from './shared/finding';
import { hostOf, isWebUrl } from '#platform/import/host';
import { cveIdsIn, cweIdOf, cweIdOfField } from '#platform/import/identifiers';
import { asList, asNumber, asRecord, asText, asTexts, memberOf, recordOf, recordsOf, type JsonRecord } from '#platform/import/json-value';
import { quoted } from './shared/quoted';
import { pieceRecord } from './shared/records';
import { proseOf } from '#platform/import/text';
import { sightings, timestampOf } from '#platform/import/timestamp';

const RESULTS = 'runs[*].results[*]';
const DRIVER_NAME = 'runs[*].tool.driver.name';
const DRIVER_RULES = 'runs[*].tool.driver.rules[*]';
const EXTENSION_RULES = 'runs[*].tool.extensions[*].rules[*]';
const END_TIME = 'runs[*].invocations[*].endTimeUtc';
const VERSION = 'version';

/** Maximum total characters of the rules of a run. */
const MAX_RULES_TEXT = 32 * 1024 * 1024;
const MAX_RULE_MESSAGES = 20;
const SHOWN_LOCATIONS = 8;

const SEVERITY_OF_LEVEL = new Map<string, ObservationSeverity>([
  ['error', 'OBSERVATION_SEVERITY_HIGH'],
  ['warning', 'OBSERVATION_SEVERITY_MEDIUM'],
  ['note', 'OBSERVATION_SEVERITY_LOW'],
  ['none', 'OBSERVATION_SEVERITY_INFO'],
]);
/** Words for a severity that are not the service's own. */
const SEVERITY_OF_WORD = new Map<string, ObservationSeverity>([
  ['important', 'OBSERVATION_SEVERITY_HIGH'],
  ['moderate', 'OBSERVATION_SEVERITY_MEDIUM'],
  ['informational', 'OBSERVATION_SEVERITY_INFO'],
  ['negligible', 'OBSERVATION_SEVERITY_INFO'],
  ['none', 'OBSERVATION_SEVERITY_INFO'],
]);
const CONFIDENCE_OF_PRECISION = new Map<string, ObservationConfidence>([
  ['very-high', 'OBSERVATION_CONFIDENCE_CONFIRMED'],
  ['high', 'OBSERVATION_CONFIDENCE_LIKELY'],
  ['medium', 'OBSERVATION_CONFIDENCE_LIKELY'],
  ['low', 'OBSERVATION_CONFIDENCE_POSSIBLE'],
]);
/** By a word of the tool's name or of a tag; the first match decides. */
const CATEGORY_OF_WORD: [ObservationCategory, ReadonlySet<string>][] = [
  ['OBSERVATION_CATEGORY_VULNERABILITY', new Set(['vulnerability', 'vulnerabilities', 'dependency', 'sca'])],
  ['OBSERVATION_CATEGORY_LEAKED_CREDENTIALS', new Set(['secret', 'secrets', 'credentials', 'gitleaks', 'trufflehog'])],
  ['OBSERVATION_CATEGORY_MALWARE_INFECTION', new Set(['malware', 'backdoor', 'yara'])],
  [
    'OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION',
    new Set(['misconfiguration', 'iac', 'terraform', 'kubernetes', 'cloudformation', 'checkov', 'tfsec', 'kics', 'terrascan']),
  ],
  ['OBSERVATION_CATEGORY_ENCRYPTION', new Set(['crypto', 'cryptography', 'tls', 'ssl'])],
];
/** A location on these hosts is where the code is stored, not what the finding is about. */
const CODE_HOSTS = new Set(['github.com', 'raw.githubusercontent.com', 'gitlab.com', 'bitbucket.org', 'dev.azure.com']);

interface Rule {
  id: string | undefined;
  title: string | undefined;
  description: string | undefined;
  help: string | undefined;
  helpUri: string | undefined;
  level: string | undefined;
  securitySeverity: ObservationSeverity | undefined;
  precision: string | undefined;
  tags: string[];
  cweIds: (string | undefined)[];
  messages: Map<string, string>;
}

/** The data read so far of the run that the results belong to. */
interface Run {
  key: string;
  toolName: string | undefined;
  endTime: string | undefined;
  /** By `driver` or the extension's index, then by the rule's index. */
  components: Map<string, Map<number, Rule>>;
  byId: Map<string, Rule>;
  rulesText: number;
  /** By what identifies results, the hashes of the different ones. */
  results: Map<string, string[]>;
}

/** OASIS SARIF 2.1.0, all runs. */
export const sarif: ObservationFormat = { name: 'sarif', parse };

async function* parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const splitter = new JsonSplitter([VERSION, DRIVER_NAME, DRIVER_RULES, EXTENSION_RULES, END_TIME, RESULTS]);
  let run = newRun('');
  for await (const chunk of plainBytes(bytes)) {
    for (const piece of splitter.push(chunk)) {
      const key = `${piece.document} ${piece.indices[0]}`;
      if (piece.selector !== VERSION && run.key !== key) run = newRun(key);
      if (piece.selector === RESULTS)
        yield pieceRecord(piece, { read: (result) => readResult(result, run), sourceOf: () => sourceOf(run) });
      else readAbout(piece, run);
    }
  }
  splitter.end();
  if (!splitter.hasMet('runs')) throw new FormatError('There is no list of runs: the file is not SARIF.');
}

function newRun(key: string): Run {
  return { key, toolName: undefined, endTime: undefined, components: new Map(), byId: new Map(), rulesText: 0, results: new Map() };
}

/** Collects the data that results need; it applies to the results that follow in the file. */
function readAbout(piece: JsonPiece, run: Run): void {
  if ('problem' in piece) return;
  let value: unknown;
  try {
    value = parseJson(piece.bytes);
  } catch (error) {
    if (error instanceof RecordError) return;
    throw error;
  }
  if (piece.selector === VERSION) checkVersion(value);
  else if (piece.selector === DRIVER_NAME) run.toolName = proseOf(asText(value), LIMITS.sourceName);
  else if (piece.selector === END_TIME) run.endTime = timestampOf(asText(value)) ?? run.endTime;
  else keepRule(run, piece.selector === DRIVER_RULES ? 'driver' : String(piece.indices[1]), piece.indices.at(-1) ?? 0, asRecord(value));
}

function checkVersion(version: unknown): void {
  if (version !== '2.1.0')
    throw new FormatError(`The file is SARIF ${JSON.stringify(version ?? null).slice(0, 50)}; only 2.1.0 is supported.`);
}

function keepRule(run: Run, component: string, index: number, record: JsonRecord | undefined): void {
  if (!record) return;
  const rule = ruleOf(record);
  run.rulesText += [rule.title, rule.description, rule.help, rule.helpUri, ...rule.tags, ...rule.messages.values()].join('').length + 500;
  if (run.rulesText > MAX_RULES_TEXT) throw new FormatError(`The rules of one run have more than ${MAX_RULES_TEXT} characters.`);
  const rules = run.components.get(component) ?? new Map<number, Rule>();
  run.components.set(component, rules.set(index, rule));
  if (rule.id !== undefined && !run.byId.has(rule.id)) run.byId.set(rule.id, rule);
}

function ruleOf(record: JsonRecord): Rule {
  const properties = memberOf(record, 'properties');
  const messages = Object.entries(memberOf(record, 'messageStrings') ?? {}).slice(0, MAX_RULE_MESSAGES);
  const tags = asTexts(asList(properties?.['tags'])).slice(0, LIMITS.tags);
  return {
    id: proseOf(asText(record['id']), LIMITS.externalId),
    title: proseOf(textOf(record['shortDescription']) ?? asText(record['name']) ?? textOf(record['fullDescription']), LIMITS.title),
    description: proseOf(textOf(record['fullDescription']), LIMITS.description),
    help: proseOf(textOf(record['help']), LIMITS.remediation),
    helpUri: proseOf(asText(record['helpUri']), LIMITS.reference),
    level: asText(memberOf(record, 'defaultConfiguration')?.['level']),
    securitySeverity: securitySeverityOf(properties),
    precision: asText(properties?.['precision']),
    tags: tags.map((tag) => proseOf(tag, LIMITS.tag) ?? ''),
    cweIds: [
      ...tags.map(cweIdOf),
      ...asTexts(properties?.['cwe']).map(cweIdOfField),
      ...asTexts(properties?.['cwes']).map(cweIdOfField),
      ...recordsOf(record['relationships']).map((relationship) => cweOfTaxon(memberOf(relationship, 'target'))),
    ].slice(0, LIMITS.cweIds),
    messages: new Map(messages.map(([id, message]) => [id.slice(0, LIMITS.tag), proseOf(textOf(message), LIMITS.evidenceItem) ?? ''])),
  };
}

function readResult(value: unknown, run: Run): ObservationDraft | undefined {
  const result = recordOf(value);
  if (asText(result['baselineState']) === 'absent') {
    const draft = orNothing(() => draftOfResult(result, run, new Faults()));
    return draft && { ...draft, goneBecause: "Gone since its source's baseline (baselineState absent)" };
  }
  if (!isFinding(result)) return undefined;
  const faults = new Faults();
  return faults.check(draftOfResult(result, run, faults));
}

function sourceOf(run: Run): string {
  return run.toolName ?? 'sarif';
}

function draftOfResult(result: JsonRecord, run: Run, faults: Faults): ObservationDraft {
  const toolName = sourceOf(run);
  const stated = asText(result['ruleId']) ?? asText(memberOf(result, 'rule')?.['id']);
  const rule = ruleFor(result, stated, run);
  const ruleId = stated ?? rule?.id;
  const message = messageOf(result, rule);
  if (message === undefined && ruleId === undefined) throw new RecordError('neither a message nor a ruleId: not a SARIF result');
  const properties = memberOf(result, 'properties');
  const tags = [...(rule?.tags ?? []), ...asTexts(asList(properties?.['tags']))];
  const locations = recordsOf(result['locations']);
  const uris = [asText(memberOf(result, 'webRequest')?.['target']), ...locations.map(uriOf)];
  const webUrls = uris.filter(isWebUrl).filter((url) => !CODE_HOSTS.has(hostOf(url) ?? ''));
  const cveIds = cveIdsIn(ruleId, rule?.title, ...tags, ...asTexts(properties?.['cve']), ...asTexts(properties?.['cves']));
  const provenance = memberOf(result, 'provenance');

  const draft = draftOf({
    hosts: webUrls.map(hostOf),
    title: rule?.title ?? message?.split('\n', 1)[0] ?? ruleId,
    description: [message, rule?.description === message ? undefined : rule?.description].filter(Boolean).join('\n\n'),
    observationType: `${toolName} ${ruleId ?? 'result'}`,
    category: cveIds.length > 0 ? 'OBSERVATION_CATEGORY_VULNERABILITY' : categoryOf(toolName, tags),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(result, properties, rule)),
    confidence: CONFIDENCE_OF_PRECISION.get(rule?.precision ?? ''),
    asset: urlAsset(webUrls[0]),
    cveIds,
    cweIds: [
      ...(rule?.cweIds ?? []),
      ...tags.map(cweIdOf),
      ...[...asTexts(properties?.['cwe']), ...asTexts(properties?.['cwes'])].map(cweIdOfField),
      ...recordsOf(result['taxa']).map(cweOfTaxon),
    ],
    references: [rule?.helpUri, asText(result['hostedViewerUri'])],
    tags,
    evidence: evidenceOf(result, locations),
    remediation: remediationOf(result, rule, message),
    source: {
      name: toolName,
      externalId: webUrls.length > 0 ? webIdOf(result, ruleId, locations) : codeIdOf(result, ruleId, locations[0]),
    },
    ...sightings(
      timestampOf(asText(provenance?.['firstDetectionTimeUtc'])),
      timestampOf(asText(provenance?.['lastDetectionTimeUtc'])) ?? run.endTime,
    ),
  });
  const number = numberOf(draft, result, run);
  if (number > 1) draft.source.externalId = `${draft.source.externalId ?? ''} #${number}`;
  return draft;
}

/** Whether the result reports a finding: not a passed, inapplicable or suppressed check. */
function isFinding(result: JsonRecord): boolean {
  const kind = asText(result['kind']);
  if (kind === 'pass' || kind === 'notApplicable') return false;
  const suppressions = recordsOf(result['suppressions']).map((suppression) => asText(suppression['status']) ?? 'accepted');
  return suppressions.length === 0 || !suppressions.every((status) => status === 'accepted');
}

function ruleFor(result: JsonRecord, ruleId: string | undefined, run: Run): Rule | undefined {
  const reference = memberOf(result, 'rule');
  const component = asNumber(memberOf(reference, 'toolComponent')?.['index']);
  const index = asNumber(result['ruleIndex']) ?? asNumber(reference?.['index']);
  const rule = index === undefined ? undefined : run.components.get(component === undefined ? 'driver' : String(component))?.get(index);
  if (rule && (ruleId === undefined || rule.id === undefined || ruleId === rule.id || ruleId.startsWith(`${rule.id}/`))) return rule;
  // A hierarchical id such as CA1000/1 may have its rule under CA1000.
  return ruleId === undefined ? undefined : (run.byId.get(ruleId) ?? run.byId.get(ruleId.slice(0, Math.max(0, ruleId.lastIndexOf('/')))));
}

function severityOf(result: JsonRecord, properties: JsonRecord | undefined, rule: Rule | undefined): ObservationSeverity {
  const stated = securitySeverityOf(properties) ?? rule?.securitySeverity;
  if (stated) return stated;
  const kind = asText(result['kind']) ?? 'fail';
  const level = asText(result['level']) ?? (kind === 'fail' ? (rule?.level ?? 'warning') : 'none');
  const severity = SEVERITY_OF_LEVEL.get(level);
  if (severity === undefined) throw new RecordError(`level: ${quoted(level)} is not error, warning, note or none`);
  return severity;
}

/** GitHub asks for a score; tools also write a word. */
function securitySeverityOf(properties: JsonRecord | undefined): ObservationSeverity | undefined {
  const score = asNumber(properties?.['security-severity']);
  if (score !== undefined) return severityOfScore(score);
  const word = asText(properties?.['security-severity'])?.toLowerCase() ?? '';
  return SEVERITY_OF_WORD.get(word) ?? OBSERVATION_SEVERITY.parse(word);
}

function categoryOf(toolName: string, tags: readonly string[]): ObservationCategory {
  const words = [toolName, ...tags].flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/));
  return (
    CATEGORY_OF_WORD.find(([, known]) => words.some((word) => known.has(word)))?.[0] ?? 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY'
  );
}

/** The text of the message, or the rule's message with that id, with arguments filled in. */
function messageOf(result: JsonRecord, rule: Rule | undefined): string | undefined {
  const message = memberOf(result, 'message');
  const text = proseOf(textOf(message), LIMITS.description) ?? rule?.messages.get(asText(message?.['id']) ?? '');
  return text === undefined ? undefined : substituted(text, asList(message?.['arguments']));
}

/** Replaces `{0}`, `{1}` and so on by the arguments; stops at the length limit of the text. */
function substituted(text: string, values: readonly unknown[]): string {
  let result = '';
  let end = 0;
  for (const placeholder of text.matchAll(/\{(\d{1,3})\}/g)) {
    if (result.length > LIMITS.description) return result;
    const place = Number(placeholder[1]);
    const value = place < values.length ? (proseOf(asText(values[place]), LIMITS.title) ?? '') : placeholder[0];
    result += text.slice(end, placeholder.index) + value;
    end = placeholder.index + placeholder[0].length;
  }
  return result + text.slice(end);
}

/** The help text, unless the tool only repeats the description. */
function remediationOf(result: JsonRecord, rule: Rule | undefined, message: string | undefined): string | undefined {
  const help = rule?.help === message || rule?.help === rule?.description ? undefined : rule?.help;
  return [...recordsOf(result['fixes']).map((fix) => textOf(fix['description'])), help].filter(Boolean).join('\n\n') || undefined;
}

function evidenceOf(result: JsonRecord, locations: readonly JsonRecord[]): (string | undefined)[] {
  const flow = recordsOf(recordsOf(recordsOf(result['codeFlows'])[0]?.['threadFlows'])[0]?.['locations']);
  const request = memberOf(result, 'webRequest');
  const response = asNumber(memberOf(result, 'webResponse')?.['statusCode']);
  return [
    ...locations.slice(0, SHOWN_LOCATIONS).map((location) => placeText('Location', location)),
    ...flow.slice(0, SHOWN_LOCATIONS).map((step) => placeText('Step', memberOf(step, 'location') ?? {})),
    request && ['Request:', asText(request['method']), asText(request['target'])].filter(Boolean).join(' '),
    response === undefined ? undefined : `Response: ${response}`,
  ];
}

/** `Location: src/app.js:12:5 (handler)` and the code there. */
function placeText(label: string, location: JsonRecord): string | undefined {
  const region = memberOf(memberOf(location, 'physicalLocation'), 'region');
  const place = [uriOf(location), asNumber(region?.['startLine']), asNumber(region?.['startColumn'])].filter((part) => part !== undefined);
  const name = recordsOf(location['logicalLocations']).map((each) => asText(each['fullyQualifiedName']) ?? asText(each['name']))[0];
  const text = [place.join(':'), name && `(${name})`, textOf(location['message'])].filter(Boolean).join(' ');
  const snippet = textOf(region?.['snippet']);
  return text === '' ? undefined : `${label}: ${text}${snippet === undefined ? '' : `\n${snippet}`}`;
}

/** An id that is stable across runs of the tool: its own fingerprints if any, else the line. */
function codeIdOf(result: JsonRecord, ruleId: string | undefined, location: JsonRecord | undefined): string {
  const line = asNumber(memberOf(memberOf(location, 'physicalLocation'), 'region')?.['startLine']);
  const place = fingerprintOf(result) ?? line;
  return [ruleId, location && uriOf(location), place].filter((part) => part !== undefined).join(' ');
}

/** The same for a result about a URL, which is its asset: without fingerprints, the method and the names of the parameters. */
function webIdOf(result: JsonRecord, ruleId: string | undefined, locations: readonly JsonRecord[]): string {
  const request = memberOf(result, 'webRequest');
  const properties = memberOf(result, 'properties');
  const names = [
    ...Object.keys(memberOf(request, 'parameters') ?? {}).sort(),
    ...locations
      .flatMap((location) => recordsOf(location['logicalLocations']))
      .map((each) => asText(each['fullyQualifiedName']) ?? asText(each['name'])),
    ...[properties?.['parameter'], properties?.['param']].map(asText),
  ];
  const place = fingerprintOf(result) ?? [asText(request?.['method']), ...new Set(names)].filter(Boolean).join(' ');
  return [ruleId, place].filter(Boolean).join(' ');
}

/**
 * Counts the different results of a run that agree in all that identifies them, such as two equal lines of one file, or two places on a
 * page: tools write them in the same order every time.
 */
function numberOf({ observationType, asset, cveIds, title, source }: ObservationDraft, result: JsonRecord, run: Run): number {
  const key = digest([observationType, asset, source.externalId, cveIds[0] ?? title]);
  const content = digest(result);
  const known = run.results.get(key);
  if (!known) run.results.set(key, [content]);
  const place = known?.indexOf(content) ?? 0;
  return place === -1 ? (known?.push(content) ?? 0) : place + 1;
}

function digest(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64');
}

/** Partial fingerprints of the primary location take precedence: others change with every edit of the file. */
function fingerprintOf(result: JsonRecord): string | undefined {
  const whole = Object.entries(memberOf(result, 'fingerprints') ?? {});
  const partial = Object.entries(memberOf(result, 'partialFingerprints') ?? {});
  const ofPlace = partial.filter(([name]) => name.toLowerCase().includes('primarylocation'));
  const prints = [whole, ofPlace, partial].find((entries) => entries.length > 0) ?? [];
  const texts = prints.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, print]) => asText(print));
  return texts.filter((text) => text !== undefined).join(' ') || undefined;
}

function uriOf(location: JsonRecord): string | undefined {
  return asText(memberOf(memberOf(location, 'physicalLocation'), 'artifactLocation')?.['uri']);
}

function cweOfTaxon(taxon: JsonRecord | undefined): string | undefined {
  const id = asText(taxon?.['id']);
  const taxonomy = asText(memberOf(taxon, 'toolComponent')?.['name']);
  return taxonomy?.toUpperCase() === 'CWE' ? cweIdOfField(id) : cweIdOf(id);
}

/** A SARIF message or multiformat string. */
function textOf(value: unknown): string | undefined {
  const record = asRecord(value);
  return asText(record?.['text']) ?? asText(record?.['markdown']);
}
