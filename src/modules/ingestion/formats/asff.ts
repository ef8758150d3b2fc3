import { Readable } from 'node:stream';
import {
  OBSERVATION_SEVERITY,
  type ObservationCategory,
  type ObservationConfidence,
  type ObservationSeverity,
} from '#shared/observation.enums';
import { documentShape } from '#platform/import/json-stream/document-shape';
import { JsonSplitter } from '#platform/import/json-stream/json-splitter';
import { MAX_RECORD_BYTES } from '#platform/import/json-stream/limits';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { FormatError } from '#platform/import/format-error';
import type { AssetDraft, CvssDraft, ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { cvssOf } from './shared/cvss';
import { draftOf, Faults, LIMITS, orNothing } from './shared/finding';
import { addressOf, hostOf, portNumber } from '#platform/import/host';
import { cveIdOf, cveIdsIn, cweIdOfField } from '#platform/import/identifiers';
import { asList, asNumber, asRecord, asText, asTexts, memberOf, recordOf, recordsOf, type JsonRecord } from '#platform/import/json-value';
import { quoted } from './shared/quoted';
import { elementRecords, lineRecords, pieceRecord, type NamesOnly, type Reader } from './shared/records';
import { sightings, timestampOf } from '#platform/import/timestamp';

/** By the prefix of a finding's type, `namespace/category/classifier`; the first match decides. */
const CATEGORY_OF_TYPE: [string, ObservationCategory][] = [
  ['software and configuration checks/vulnerabilities', 'OBSERVATION_CATEGORY_VULNERABILITY'],
  ['software and configuration checks/patch management', 'OBSERVATION_CATEGORY_PATCHING_CADENCE'],
  ['software and configuration checks/aws security best practices/network reachability', 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE'],
  ['software and configuration checks', 'OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION'],
  ['sensitive data identifications', 'OBSERVATION_CATEGORY_DATA_LEAK'],
  ['effects/data', 'OBSERVATION_CATEGORY_DATA_LEAK'],
  ['ttps/command and control', 'OBSERVATION_CATEGORY_MALWARE_INFECTION'],
  ['effects/resource consumption', 'OBSERVATION_CATEGORY_MALWARE_INFECTION'],
  ['ttps/credential access', 'OBSERVATION_CATEGORY_LEAKED_CREDENTIALS'],
  ['ttps', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
  ['effects', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
  ['unusual behaviors', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
];

/** Members of a resource's details with its public name or address. */
const HOST_MEMBERS = [
  ...[
    'DNSName',
    'DomainName',
    'DomainEndpoint',
    'Endpoint',
    'PublicDnsName',
    'PublicIp',
    'PublicIpAddress',
    'IpV4Addresses',
    'IpV6Addresses',
  ],
  ...['SubjectAlternativeNames', 'Aliases', 'HostedZone'],
];
/** Where a list of findings is: in exports, in answers of the API, and in events of EventBridge. */
const WRAPPERS = ['Findings', 'findings', 'detail.findings'];
const READER: Reader = { read: readFinding, sourceOf: (value) => (asRecord(value) ? productName(value as JsonRecord) : undefined) };

/** AWS Security Finding Format: an array, `{"Findings": [...]}`, events, JSON Lines, or concatenated findings. */
export const asff: ObservationFormat = { name: 'asff', parse };

async function* parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const file = await documentShape(plainBytes(bytes));
  if (file.shape === 'lines') yield* lineRecords(file.bytes, READER, WRAPPERS);
  else yield* documentRecords(file.bytes);
}

async function* documentRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<ParsedRecord> {
  const splitter = new JsonSplitter([...WRAPPERS.map((wrapper) => `${wrapper}[*]`), '[*]']);
  let found = false;
  // Buffered until a list is found: without one, the file is a single finding.
  const beginning: Buffer[] = [];
  let beginningBytes = 0;
  for await (const chunk of bytes) {
    for (const piece of splitter.push(chunk)) {
      found = true;
      yield pieceRecord(piece, READER);
    }
    found ||= WRAPPERS.some((wrapper) => splitter.hasMet(wrapper));
    beginningBytes += chunk.length;
    if (found || beginningBytes > MAX_RECORD_BYTES) beginning.length = 0;
    else beginning.push(chunk);
  }
  splitter.end();
  if (found) return;
  if (beginning.length === 0) throw new FormatError('There is no list of findings: the file is not in ASFF.');
  yield* elementRecords(Readable.from(beginning), ['', '[*]'], READER);
}

/** A finding, or one that its source reports as gone; a suppressed one is skipped. */
function readFinding(value: unknown): ObservationDraft | NamesOnly | undefined {
  const finding = recordOf(value);
  const id = asText(finding['Id']);
  if (id === undefined) throw new RecordError('no Id: not an ASFF finding');
  if (workflowStatus(finding) === 'SUPPRESSED') return undefined;
  const goneBecause = goneReason(finding);
  if (goneBecause === undefined && complianceStatus(finding) !== 'NOT_AVAILABLE') {
    const faults = new Faults();
    return faults.check(draftOfFinding(finding, id, faults));
  }
  const draft = orNothing(() => draftOfFinding(finding, id, new Faults()));
  if (!draft) return undefined; // it does not identify a finding
  return goneBecause === undefined ? { names: draft } : { ...draft, goneBecause };
}

function draftOfFinding(finding: JsonRecord, id: string, faults: Faults): ObservationDraft {
  const vulnerabilities = recordsOf(finding['Vulnerabilities']);
  const resources = recordsOf(finding['Resources']);
  const title = asText(finding['Title']);
  const types = asTexts(asList(finding['Types']));
  const recommendation = memberOf(memberOf(finding, 'Remediation'), 'Recommendation');
  const cveIds = vulnerabilities.flatMap((each) =>
    [asText(each['Id']), ...asList(each['RelatedVulnerabilities']).map(asText)].map(cveIdOf),
  );
  const packages = vulnerabilities.flatMap((each) => recordsOf(each['VulnerablePackages']));
  const hosts = resources.flatMap(hostsOf);

  return draftOf({
    hosts,
    title,
    description: asText(finding['Description']),
    observationType: packages.length > 0 || cveIds.some(Boolean) ? 'vulnerable_package' : kindOf(finding, types),
    category: categoryOf(finding, types, vulnerabilities),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(finding)),
    confidence: confidenceOf(asNumber(finding['Confidence'])),
    asset: assetOf(finding, hosts),
    cveIds: [...cveIds, ...cveIdsIn(title)],
    cweIds: vulnerabilities
      .flatMap((each) => recordsOf(each['CodeVulnerabilities']))
      .flatMap((code) => asList(code['Cwes']))
      .map((cwe) => cweIdOfField(asText(cwe))),
    cvssScores: vulnerabilities.flatMap(scoresOf),
    references: [
      asText(recommendation?.['Url']),
      asText(finding['SourceUrl']),
      ...vulnerabilities.flatMap((each) => [asText(memberOf(each, 'Vendor')?.['Url']), ...asList(each['ReferenceUrls']).map(asText)]),
    ],
    tags: [...types, asText(memberOf(finding, 'Compliance')?.['SecurityControlId']), asText(finding['Region'])],
    evidence: [...resources.map(resourceText), ...complianceTexts(finding), ...packages.map(packageText)],
    remediation: remediationOf(recommendation, packages),
    source: { name: productName(finding), externalId: id },
    ...sightings(
      timestampOf(asText(finding['FirstObservedAt']) ?? asText(finding['CreatedAt'])),
      timestampOf(asText(finding['LastObservedAt']) ?? asText(finding['UpdatedAt'])),
    ),
  });
}

/** Why the source reports a finding as gone: archived, resolved, or its check passed. */
function goneReason(finding: JsonRecord): string | undefined {
  if (asText(finding['RecordState']) === 'ARCHIVED') return 'Archived by its source (RecordState ARCHIVED)';
  if (workflowStatus(finding) === 'RESOLVED') return 'Resolved by its source (Workflow.Status RESOLVED)';
  return complianceStatus(finding) === 'PASSED' ? 'The check passed (Compliance.Status PASSED)' : undefined;
}

function workflowStatus(finding: JsonRecord): string | undefined {
  return asText(memberOf(finding, 'Workflow')?.['Status']);
}

function complianceStatus(finding: JsonRecord): string | undefined {
  return asText(memberOf(finding, 'Compliance')?.['Status']);
}

function severityOf(finding: JsonRecord): ObservationSeverity {
  const severities = [memberOf(finding, 'Severity'), memberOf(memberOf(finding, 'FindingProviderFields'), 'Severity')];
  for (const severity of severities) {
    const label = asText(severity?.['Label'])?.toUpperCase();
    const member = label === 'INFORMATIONAL' ? 'OBSERVATION_SEVERITY_INFO' : label && OBSERVATION_SEVERITY.parse(label);
    if (member) return member;
  }
  const normalized = asNumber(severities[0]?.['Normalized']);
  const label = severities.map((severity) => asText(severity?.['Label'])).find((text) => text !== undefined);
  if (normalized === undefined && label !== undefined)
    throw new RecordError(`Severity.Label: ${quoted(label)} is not INFORMATIONAL, LOW, MEDIUM, HIGH or CRITICAL`);
  if (normalized === undefined) throw new RecordError('no Severity.Label and no Severity.Normalized');
  if (normalized <= 0) return 'OBSERVATION_SEVERITY_INFO';
  if (normalized < 40) return 'OBSERVATION_SEVERITY_LOW';
  if (normalized < 70) return 'OBSERVATION_SEVERITY_MEDIUM';
  return normalized < 90 ? 'OBSERVATION_SEVERITY_HIGH' : 'OBSERVATION_SEVERITY_CRITICAL';
}

function categoryOf(finding: JsonRecord, types: readonly string[], vulnerabilities: readonly JsonRecord[]): ObservationCategory {
  if (vulnerabilities.length > 0) return 'OBSERVATION_CATEGORY_VULNERABILITY';
  if (asList(finding['Malware']).length > 0) return 'OBSERVATION_CATEGORY_MALWARE_INFECTION';
  const lower = types.map((type) => type.toLowerCase());
  const rule = CATEGORY_OF_TYPE.find(([beginning]) => lower.some((type) => type.startsWith(beginning)));
  return rule?.[1] ?? 'OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION';
}

/** The control or rule behind it; an ARN identifies one account's detector, so the type takes precedence over it. */
function kindOf(finding: JsonRecord, types: readonly string[]): string {
  const control = asText(memberOf(finding, 'Compliance')?.['SecurityControlId']);
  if (control !== undefined) return `aws_${control}`;
  const generator = asText(finding['GeneratorId']);
  if (generator !== undefined && !generator.startsWith('arn:')) return generator;
  return types[0] ?? 'aws_finding';
}

/** ASFF's confidence, from 0 to 100. */
function confidenceOf(percent: number | undefined): ObservationConfidence | undefined {
  if (percent === undefined) return undefined;
  if (percent < 34) return 'OBSERVATION_CONFIDENCE_POSSIBLE';
  return percent < 67 ? 'OBSERVATION_CONFIDENCE_LIKELY' : 'OBSERVATION_CONFIDENCE_CONFIRMED';
}

function hostsOf(resource: JsonRecord): (string | undefined)[] {
  const hosts: (string | undefined)[] = [];
  for (const details of recordsOf(Object.values(memberOf(resource, 'Details') ?? {}))) {
    for (const member of HOST_MEMBERS) {
      if (details[member] !== undefined) hosts.push(...hostTexts(details[member]).map(hostOf));
    }
  }
  return hosts;
}

/** A name, a list of names, or an object around either, such as `Endpoint.Address` and `Aliases.Items`. */
function hostTexts(value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) return value.slice(0, LIMITS.hosts).map(asText);
  const record = asRecord(value);
  return record
    ? [asText(record['Address']), asText(record['Name']), ...asList(record['Items']).slice(0, LIMITS.hosts).map(asText)]
    : [asText(value)];
}

function assetOf(finding: JsonRecord, hosts: readonly (string | undefined)[]): AssetDraft | undefined {
  const network = memberOf(finding, 'Network');
  const probe = recordsOf(memberOf(memberOf(finding, 'Action'), 'PortProbeAction')?.['PortProbeDetails'])[0];
  const probed = memberOf(probe, 'LocalIpDetails')?.['IpAddressV4'];
  const outbound = asText(network?.['Direction']) === 'OUT';
  const address =
    addressOf(asText(probed)) ??
    (outbound ? undefined : (addressOf(asText(network?.['DestinationIpV4'])) ?? addressOf(asText(network?.['DestinationIpV6'])))) ??
    hosts.map(addressOf).find((host) => host !== undefined);
  if (address === undefined) return undefined;
  const port =
    portNumber(memberOf(probe, 'LocalPortDetails')?.['Port']) ?? (outbound ? undefined : portNumber(network?.['DestinationPort']));
  const udp = asText(network?.['Protocol'])?.toUpperCase() === 'UDP';
  return { ipPort: { address, port: port ?? 0, protocol: udp ? 'ASSET_IP_PORT_PROTOCOL_UDP' : 'ASSET_IP_PORT_PROTOCOL_TCP' } };
}

function scoresOf(vulnerability: JsonRecord): (CvssDraft | undefined)[] {
  return recordsOf(vulnerability['Cvss']).map((cvss) =>
    cvssOf({
      version: asText(cvss['Version']),
      score: asNumber(cvss['BaseScore']),
      vector: asText(cvss['BaseVector']),
      source: asText(cvss['Source']) ?? asText(memberOf(vulnerability, 'Vendor')?.['Name']) ?? 'asff',
    }),
  );
}

function resourceText(resource: JsonRecord): string {
  return ['Resource:', asText(resource['Type']), asText(resource['Id']), asText(resource['Region'])].filter(Boolean).join(' ');
}

function complianceTexts(finding: JsonRecord): string[] {
  const compliance = memberOf(finding, 'Compliance');
  const status = asText(compliance?.['Status']);
  const reasons = recordsOf(compliance?.['StatusReasons']).map((reason) => asText(reason['Description']) ?? asText(reason['ReasonCode']));
  return [status === undefined ? undefined : `Compliance: ${status}`, ...reasons].filter((text) => text !== undefined);
}

function packageText(each: JsonRecord): string {
  const [path, fixed] = [asText(each['FilePath']), asText(each['FixedInVersion'])];
  const name = [asText(each['Name']), asText(each['Version'])].filter(Boolean).join(' ');
  return `Package: ${name}${path === undefined ? '' : ` at ${path}`}${fixed === undefined ? '' : `, fixed in ${fixed}`}`;
}

function remediationOf(recommendation: JsonRecord | undefined, packages: readonly JsonRecord[]): string | undefined {
  const texts = [asText(recommendation?.['Text']), ...packages.map((each) => asText(each['Remediation']))];
  return [...new Set(texts.filter((text) => text !== undefined))].join('\n') || undefined;
}

function productName(finding: JsonRecord): string {
  const named = asText(finding['ProductName']) ?? asText(memberOf(finding, 'ProductFields')?.['aws/securityhub/ProductName']);
  return named ?? asText(finding['ProductArn'])?.split('/').pop() ?? 'asff';
}
