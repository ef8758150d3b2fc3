import {
  ASSET_DNS_TYPE,
  OBSERVATION_SEVERITY,
  type AssetDnsType,
  type ObservationCategory,
  type ObservationSeverity,
} from '#shared/observation.enums';
import { RecordError } from '#platform/import/json-stream/record-error';
import type { AssetDraft, ObservationDraft, ObservationFormat } from '../observation-draft';
import { cvssOf, severityOfScore } from './shared/cvss';
import { draftOf, epssOf, Faults, urlAsset } from './shared/finding';
import { addressOf, hostOf, isWebUrl, portNumber, portOf } from '#platform/import/host';
import { cveIdOf, cveIdsIn, cweIdOfField } from '#platform/import/identifiers';
import { asList, asNumber, asText, asTexts, memberOf, recordOf, type JsonRecord } from '#platform/import/json-value';
import { quoted } from './shared/quoted';
import { linesOrElements } from './shared/records';
import { sightings, timestampOf } from '#platform/import/timestamp';

/** The first rule with a tag of the template decides; without one, the type of the probe does. */
const CATEGORY_OF_TAG: [ObservationCategory, ReadonlySet<string>][] = [
  ['OBSERVATION_CATEGORY_VULNERABILITY', new Set(['cve', 'rce', 'kev', 'vkev'])],
  ['OBSERVATION_CATEGORY_MALWARE_INFECTION', new Set(['malware', 'c2', 'ioc', 'backdoor', 'webshell'])],
  ['OBSERVATION_CATEGORY_EMAIL_SECURITY', new Set(['spf', 'dmarc', 'dkim', 'mx', 'smtp', 'mail'])],
  ['OBSERVATION_CATEGORY_LEAKED_CREDENTIALS', new Set(['creds-stuffing', 'leaked-credentials'])],
  ['OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION', new Set(['cloud', 'aws', 'azure', 'gcp', 's3', 'bucket', 'kubernetes', 'k8s'])],
  [
    'OBSERVATION_CATEGORY_DATA_LEAK',
    new Set(['exposure', 'exposures', 'disclosure', 'backup', 'listing', 'token', 'tokens', 'keys', 'logs']),
  ],
  ['OBSERVATION_CATEGORY_ENCRYPTION', new Set(['ssl', 'tls'])],
  ['OBSERVATION_CATEGORY_DNS_HEALTH', new Set(['dns', 'takeover', 'whois', 'rdap'])],
  ['OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE', new Set(['panel', 'login', 'tech', 'detect', 'detection', 'discovery'])],
  ['OBSERVATION_CATEGORY_NETWORK_SECURITY', new Set(['network'])],
];
const CATEGORY_OF_TYPE = new Map<string, ObservationCategory>([
  ['dns', 'OBSERVATION_CATEGORY_DNS_HEALTH'],
  ['whois', 'OBSERVATION_CATEGORY_DNS_HEALTH'],
  ['ssl', 'OBSERVATION_CATEGORY_ENCRYPTION'],
  ['tcp', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
  ['network', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
  ['javascript', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
  ['file', 'OBSERVATION_CATEGORY_DATA_LEAK'],
]);
const TLS_VERSION = /\b(?:ssl|tls)[ _-]?v?[\d.]{1,3}\b/i;
const WEB_TYPES = new Set(['http', 'headless', 'websocket']);

/** ProjectDiscovery nuclei: `-jsonl`, `-json-export`, or concatenated pretty-printed results. */
export const nuclei: ObservationFormat = {
  name: 'nuclei',
  parse: (bytes) => linesOrElements(bytes, { read: readResult, sourceOf: () => 'nuclei' }),
};

function readResult(value: unknown): ObservationDraft | undefined {
  const result = recordOf(value);
  // Written with -matcher-status for templates that did not match.
  if (result['matcher-status'] === false) return undefined;
  const templateId = asText(result['template-id']) ?? asText(result['templateID']);
  if (templateId === undefined) throw new RecordError('no template-id: not a nuclei result');
  const info = memberOf(result, 'info');
  const classification = memberOf(info, 'classification');
  const tags = asTexts(info?.['tags']);
  const matchedAt = asText(result['matched-at']) ?? asText(result['matched']);
  const matcher = asText(result['matcher-name']) ?? asText(result['matcher_name']);
  const extractor = asText(result['extractor-name']);
  const extracted = asTexts(asList(result['extracted-results']));
  const score = asNumber(classification?.['cvss-score']);
  const seen = timestampOf(asText(result['timestamp']));
  const cveIds = [...asTexts(classification?.['cve-id']).map(cveIdOf), ...cveIdsIn(templateId)].filter((id) => id !== undefined);

  const faults = new Faults();
  const draft = draftOf({
    hosts: [asText(result['host']), matchedAt, asText(result['url']), asText(result['ip'])].map(hostOf),
    title: asText(info?.['name']) ?? templateId,
    description: joined('\n\n', asText(info?.['description']), labelled('Impact', asText(info?.['impact']))),
    observationType: templateId,
    category: cveIds.length > 0 ? 'OBSERVATION_CATEGORY_VULNERABILITY' : categoryOf(tags, asText(result['type'])),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(asText(info?.['severity']), score)),
    asset: assetOf(result, matchedAt, tags),
    cveIds,
    cweIds: asTexts(classification?.['cwe-id']).map(cweIdOfField),
    cvssScores: [cvssOf({ score, vector: asText(classification?.['cvss-metrics']), source: 'nuclei' })],
    epss: epssOf(asNumber(classification?.['epss-score']), asNumber(classification?.['epss-percentile'])),
    references: [...referencesOf(info?.['reference']), asText(result['template-url'])],
    tags,
    evidence: [
      labelled('Matched at', matchedAt),
      labelled('Matcher', matcher),
      labelled('Extractor', extractor),
      extracted.length > 0 ? `Extracted: ${extracted.slice(0, 50).join(', ')}` : undefined,
      labelled('Fuzzed parameter', asText(result['fuzzing_parameter'])),
      labelled('Command', asText(result['curl-command'])),
      labelled('Request', asText(result['request']), '\n'),
      labelled('Response', asText(result['response']), '\n'),
    ],
    remediation: asText(info?.['remediation']),
    source: { name: 'nuclei', externalId: joined(':', templateId, matcher, extractor, ...attemptOf(result, extracted)) },
    ...sightings(seen, seen),
  });
  return faults.check(draft);
}

/** What tells apart several attempts of one template: the parameter that was fuzzed, the payload, the TLS version that was offered. */
function attemptOf(result: JsonRecord, extracted: readonly string[]): (string | undefined)[] {
  const fuzzed = ['fuzzing_method', 'fuzzing_position', 'fuzzing_parameter'].map((member) => asText(result[member]));
  const payload = Object.entries(memberOf(result, 'meta') ?? {}).map(([name, value]) => `${name}=${asText(value) ?? ''}`);
  const isWeb = WEB_TYPES.has(asText(result['type'])?.toLowerCase() ?? '');
  const versions = isWeb ? [] : extracted.map((text) => TLS_VERSION.exec(text)?.[0].toLowerCase());
  return [...fuzzed, ...payload.sort(), ...new Set(versions)];
}

function severityOf(severity: string | undefined, score: number | undefined): ObservationSeverity {
  if (severity === undefined || severity.toLowerCase() === 'unknown' || severity.toLowerCase() === 'undefined') {
    return score === undefined ? 'OBSERVATION_SEVERITY_INFO' : severityOfScore(score);
  }
  const member = OBSERVATION_SEVERITY.parse(severity);
  if (member === undefined) throw new RecordError(`info.severity: ${quoted(severity)} is not a nuclei severity`);
  return member;
}

function categoryOf(tags: readonly string[], type: string | undefined): ObservationCategory {
  const lower = tags.map((tag) => tag.toLowerCase());
  const rule = CATEGORY_OF_TAG.find(([, known]) => lower.some((tag) => known.has(tag)));
  return rule?.[0] ?? CATEGORY_OF_TYPE.get(type?.toLowerCase() ?? '') ?? 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY';
}

function assetOf(result: JsonRecord, matchedAt: string | undefined, tags: readonly string[]): AssetDraft | undefined {
  const type = asText(result['type'])?.toLowerCase() ?? '';
  const host = asText(result['host']);
  if (type === 'dns') return dnsAsset(hostOf(matchedAt) ?? hostOf(host), asText(result['request']), tags);
  const url = [matchedAt, asText(result['url']), host].find(isWebUrl);
  if (url !== undefined && (WEB_TYPES.has(type) || type === '')) return urlAsset(url);
  const address = addressOf(asText(result['ip'])) ?? addressOf(hostOf(matchedAt)) ?? addressOf(hostOf(host));
  const port = portOf(matchedAt) ?? portNumber(result['port']) ?? portOf(host);
  if (address !== undefined) return { ipPort: { address, port: port ?? 0, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } };
  return urlAsset(url);
}

/** The record type from the question section of the query, or else from a tag of the template. */
function dnsAsset(domain: string | undefined, request: string | undefined, tags: readonly string[]): AssetDraft | undefined {
  const question =
    request === undefined ? undefined : /^;[^;\s]\S{0,253}[ \t]+IN[ \t]+([A-Z]{1,10})[ \t\r]*$/m.exec(request.slice(0, 4000))?.[1];
  const recordType = dnsType(question) ?? tags.map(dnsType).find((type) => type !== undefined);
  return domain === undefined || recordType === undefined ? undefined : { dns: { recordType, domain } };
}

function dnsType(text: string | undefined): AssetDnsType | undefined {
  return text === undefined ? undefined : ASSET_DNS_TYPE.parse(text);
}

/** A list, or in older templates one text with one URL per line. */
function referencesOf(reference: unknown): (string | undefined)[] {
  return typeof reference === 'string' ? reference.split(/\s+/) : asList(reference).map(asText);
}

function labelled(label: string, text: string | undefined, space = ' '): string | undefined {
  return text === undefined ? undefined : `${label}:${space}${text}`;
}

function joined(separator: string, ...texts: (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).join(separator) || undefined;
}
