import type { Enumeration } from '#platform/fields/enumeration';
import {
  ASSET_DNS_TYPE,
  ASSET_IP_PORT_PROTOCOL,
  CVSS_SCORE_SEVERITY,
  OBSERVATION_CATEGORY,
  OBSERVATION_CONFIDENCE,
  OBSERVATION_SEVERITY,
} from '#shared/observation.enums';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import type { AssetDraft, CvssDraft, ObservationDraft, ObservationFormat } from '../observation-draft';
import { cvssOf } from './shared/cvss';
import { draftOf, epssOf, Faults, LIMITS, orNothing, urlAsset } from './shared/finding';
import { addressOf, hostOf, isWebUrl, portNumber } from '#platform/import/host';
import { cveIdOf, cweIdOfField } from '#platform/import/identifiers';
import { asRecord, recordOf, type JsonRecord } from '#platform/import/json-value';
import { quoted } from './shared/quoted';
import { lineRecords } from './shared/records';
import { keyOf } from '#platform/import/text';
import { timestampOf } from '#platform/import/timestamp';

const FIELDS = new Set([
  ...['host', 'subjectDomain', 'vendorDomain', 'title', 'description', 'observationType', 'category', 'severity', 'confidence'],
  ...[
    'asset',
    'cveIds',
    'cweIds',
    'cvssScores',
    'epss',
    'references',
    'tags',
    'evidence',
    'remediation',
    'source',
    'firstSeen',
    'lastSeen',
  ],
]);
const SOURCE_FIELDS = new Set(['name', 'externalId']);
const EPSS_FIELDS = new Set(['score', 'percentile']);
const CVSS_FIELDS = new Set([
  ...['version', 'baseScore', 'baseSeverity', 'cvssVector', 'exploitabilityScore', 'impactScore', 'scoreSource', 'firstSeen'],
]);
const IP_PORT_FIELDS = new Set(['address', 'port', 'protocol']);
const DNS_FIELDS = new Set(['recordType', 'domain', 'record', 'recordValue']);
const URL_FIELDS = new Set(['url']);
const CREDENTIALS_FIELDS = new Set(['username', 'emailDomain', 'breachName', 'exposedAt']);
const MAX_KEY = 500;
const DEFAULT_SOURCE = 'jsonl';

/** The service's own format: one observation per line, with the field names of the API. Unknown fields are refused. */
export const jsonl: ObservationFormat = {
  name: 'jsonl',
  parse: (bytes) => lineRecords(plainBytes(bytes), { read: readObservation, sourceOf }),
};

function readObservation(value: unknown): ObservationDraft {
  const record = recordOf(value);
  onlyFields(record, FIELDS, '');
  const asset = readAsset(record);
  const source = objectIn(record, 'source', SOURCE_FIELDS, '');
  const sourceName = (source && textIn(source, 'name', 'source.')) ?? DEFAULT_SOURCE;
  const faults = new Faults();
  const draft = draftOf({
    hosts: hostsOf(record, asset),
    title: required(textIn(record, 'title', ''), 'title'),
    description: faults.or(undefined, () => textIn(record, 'description', '')),
    observationType: required(textIn(record, 'observationType', ''), 'observationType'),
    category: faults.or('OBSERVATION_CATEGORY_VULNERABILITY', () =>
      required(memberIn(record, 'category', '', OBSERVATION_CATEGORY), 'category'),
    ),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => required(memberIn(record, 'severity', '', OBSERVATION_SEVERITY), 'severity')),
    confidence: faults.or(undefined, () => memberIn(record, 'confidence', '', OBSERVATION_CONFIDENCE)),
    asset,
    cveIds: textsIn(record, 'cveIds').map((id) => known(cveIdOf(id), 'cveIds', id, 'a CVE id')),
    cweIds: faults.or([], () => textsIn(record, 'cweIds').map((id) => known(cweIdOfField(id), 'cweIds', id, 'a CWE id'))),
    cvssScores: faults.or([], () =>
      listIn(record, 'cvssScores').map((score, index) => readCvss(score, `cvssScores[${index}]`, sourceName)),
    ),
    epss: faults.or(undefined, () => readEpss(record)),
    references: faults.or([], () => textsIn(record, 'references')),
    tags: faults.or([], () => textsIn(record, 'tags')),
    evidence: faults.or([], () => textsIn(record, 'evidence')),
    remediation: faults.or(undefined, () => textIn(record, 'remediation', '')),
    source: { name: sourceName, externalId: source && textIn(source, 'externalId', 'source.') },
    ...faults.or({}, () => readSightings(record)),
  });
  return faults.check(draft);
}

/** The source of an invalid record; undefined when the source is invalid, or may be what an unknown field was meant to be. */
function sourceOf(value: unknown): string | undefined {
  const record = asRecord(value);
  return (
    record &&
    orNothing(() => {
      const source = objectIn(record, 'source', SOURCE_FIELDS, '');
      if (!source) onlyFields(record, FIELDS, '');
      return keyOf(source && textIn(source, 'name', 'source.'), 'the source name', LIMITS.sourceName) ?? DEFAULT_SOURCE;
    })
  );
}

function readSightings(record: JsonRecord): { firstSeen?: string; lastSeen?: string } {
  const firstSeen = timeIn(record, 'firstSeen', '');
  const lastSeen = timeIn(record, 'lastSeen', '');
  if (firstSeen !== undefined && lastSeen !== undefined && lastSeen < firstSeen) throw new RecordError('lastSeen is before firstSeen');
  return { firstSeen, lastSeen };
}

/** vendorDomain determines the vendor; host and subjectDomain may only be more specific. Without any of them, the asset does. */
function hostsOf(record: JsonRecord, asset: AssetDraft | undefined): (string | undefined)[] {
  const [host, subject, vendor] = ['host', 'subjectDomain', 'vendorDomain'].map((field) => {
    const text = textIn(record, field, '');
    return text === undefined ? undefined : known(hostOf(text), field, text, 'a host name or address');
  });
  if (vendor !== undefined) return [host, subject].filter((name) => name?.endsWith(`.${vendor}`)).concat(vendor);
  if (host !== undefined || subject !== undefined) return [host, subject];
  if (!asset) return [];
  if ('ipPort' in asset) return [asset.ipPort.address];
  if ('dns' in asset) return [hostOf(asset.dns.domain)];
  return 'url' in asset ? [hostOf(asset.url.url)] : [hostOf(asset.credentials.emailDomain)];
}

function readAsset(record: JsonRecord): AssetDraft | undefined {
  const asset = objectIn(record, 'asset', new Set(['ipPort', 'dns', 'url', 'credentials']), '');
  if (!asset) return undefined;
  const ipPort = objectIn(asset, 'ipPort', IP_PORT_FIELDS, 'asset.');
  const dns = objectIn(asset, 'dns', DNS_FIELDS, 'asset.');
  const url = objectIn(asset, 'url', URL_FIELDS, 'asset.');
  const credentials = objectIn(asset, 'credentials', CREDENTIALS_FIELDS, 'asset.');
  if ([ipPort, dns, url, credentials].filter(Boolean).length !== 1) {
    throw new RecordError('asset must have exactly one of ipPort, dns, url and credentials');
  }
  if (ipPort) return { ipPort: readIpPort(ipPort) };
  if (dns) return { dns: readDns(dns) };
  if (credentials) return { credentials: readCredentials(credentials) };
  const text = required(url && textIn(url, 'url', 'asset.url.'), 'asset.url.url');
  return urlAsset(known(isWebUrl(text.trim()) ? text : undefined, 'asset.url.url', text, 'an http or https URL'));
}

function readIpPort(ipPort: JsonRecord) {
  const address = required(textIn(ipPort, 'address', 'asset.ipPort.'), 'asset.ipPort.address');
  const port = required(ipPort['port'] ?? undefined, 'asset.ipPort.port');
  return {
    address: known(addressOf(address), 'asset.ipPort.address', address, 'an IP address'),
    port: known(portNumber(port), 'asset.ipPort.port', port, 'a port from 0 to 65535'),
    protocol: required(memberIn(ipPort, 'protocol', 'asset.ipPort.', ASSET_IP_PORT_PROTOCOL), 'asset.ipPort.protocol'),
  };
}

function readDns(dns: JsonRecord) {
  const domain = required(textIn(dns, 'domain', 'asset.dns.'), 'asset.dns.domain');
  const recordText = keyOf(textIn(dns, 'record', 'asset.dns.'), 'asset.dns.record', MAX_KEY);
  const recordValue = keyOf(textIn(dns, 'recordValue', 'asset.dns.'), 'asset.dns.recordValue', MAX_KEY);
  return {
    recordType: required(memberIn(dns, 'recordType', 'asset.dns.', ASSET_DNS_TYPE), 'asset.dns.recordType'),
    domain: known(hostOf(domain), 'asset.dns.domain', domain, 'a domain name'),
    ...(recordText !== undefined && { record: recordText }),
    ...(recordValue !== undefined && { recordValue }),
  };
}

function readCredentials(credentials: JsonRecord) {
  const emailDomain = required(textIn(credentials, 'emailDomain', 'asset.credentials.'), 'asset.credentials.emailDomain');
  const username = keyOf(textIn(credentials, 'username', 'asset.credentials.'), 'asset.credentials.username', MAX_KEY);
  const breachName = keyOf(textIn(credentials, 'breachName', 'asset.credentials.'), 'asset.credentials.breachName', MAX_KEY);
  const exposedAt = timeIn(credentials, 'exposedAt', 'asset.credentials.');
  return {
    ...(username !== undefined && { username }),
    emailDomain: known(hostOf(emailDomain), 'asset.credentials.emailDomain', emailDomain, 'a domain name'),
    ...(breachName !== undefined && { breachName }),
    ...(exposedAt !== undefined && { exposedAt }),
  };
}

function readCvss(value: unknown, path: string, sourceName: string): CvssDraft {
  const score = asRecord(value);
  if (!score) throw new RecordError(`${path} is not an object`);
  onlyFields(score, CVSS_FIELDS, `${path}.`);
  const cvss = cvssOf({
    version: textIn(score, 'version', `${path}.`),
    score: required(numberIn(score, 'baseScore', `${path}.`), `${path}.baseScore`),
    vector: textIn(score, 'cvssVector', `${path}.`),
    exploitability: numberIn(score, 'exploitabilityScore', `${path}.`),
    impact: numberIn(score, 'impactScore', `${path}.`),
    source: textIn(score, 'scoreSource', `${path}.`) ?? sourceName,
  });
  if (!cvss) throw new RecordError(`${path} needs a baseScore from 0 to 10 and a version, in the vector or on its own`);
  const baseSeverity = memberIn(score, 'baseSeverity', `${path}.`, CVSS_SCORE_SEVERITY) ?? cvss.baseSeverity;
  const firstSeen = timeIn(score, 'firstSeen', `${path}.`);
  return { ...cvss, baseSeverity, ...(firstSeen !== undefined && { firstSeen }) };
}

function readEpss(record: JsonRecord): { score: number; percentile: number } | undefined {
  const epss = objectIn(record, 'epss', EPSS_FIELDS, '');
  if (!epss) return undefined;
  const read = epssOf(numberIn(epss, 'score', 'epss.'), numberIn(epss, 'percentile', 'epss.'));
  if (!read) throw new RecordError('epss needs a score and a percentile from 0 to 1');
  return read;
}

function onlyFields(record: JsonRecord, fields: ReadonlySet<string>, path: string): void {
  for (const name of Object.keys(record)) {
    if (!fields.has(name)) throw new RecordError(`unknown field ${quoted(path + name)}`);
  }
}

function objectIn(record: JsonRecord, field: string, fields: ReadonlySet<string>, path: string): JsonRecord | undefined {
  const value = record[field] ?? undefined;
  if (value === undefined) return undefined;
  const object = asRecord(value);
  if (!object) throw new RecordError(`${path}${field} is not an object`);
  onlyFields(object, fields, `${path}${field}.`);
  return object;
}

function textIn(record: JsonRecord, field: string, path: string): string | undefined {
  const value = record[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new RecordError(`${path}${field} is not text`);
  return value.trim() === '' ? undefined : value;
}

function numberIn(record: JsonRecord, field: string, path: string): number | undefined {
  const value = record[field] ?? undefined;
  if (value !== undefined && typeof value !== 'number') throw new RecordError(`${path}${field} is not a number`);
  return value;
}

function timeIn(record: JsonRecord, field: string, path: string): string | undefined {
  const text = textIn(record, field, path);
  return text === undefined ? undefined : known(timestampOf(text), path + field, text, 'an RFC 3339 time with an offset');
}

function memberIn<Prefix extends string, Short extends string>(
  record: JsonRecord,
  field: string,
  path: string,
  members: Enumeration<Prefix, Short>,
): `${Prefix}_${Short}` | undefined {
  const text = textIn(record, field, path);
  if (text === undefined || text === members.unspecified) return undefined;
  return known(members.parse(text), path + field, text, `one of ${members.short.join(', ')}`);
}

function listIn(record: JsonRecord, field: string): unknown[] {
  const value = record[field] ?? [];
  if (!Array.isArray(value)) throw new RecordError(`${field} is not a list`);
  return value;
}

function textsIn(record: JsonRecord, field: string): string[] {
  return listIn(record, field).map((value, index) => {
    if (typeof value !== 'string') throw new RecordError(`${field}[${index}] is not text`);
    return value;
  });
}

function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new RecordError(`${field} is required`);
  return value;
}

function known<T>(value: T | undefined, field: string, given: unknown, wanted: string): T {
  if (value === undefined) throw new RecordError(`${field}: ${quoted(String(given))} is not ${wanted}`);
  return value;
}
