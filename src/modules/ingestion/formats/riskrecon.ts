import { OBSERVATION_SEVERITY, type ObservationCategory, type ObservationSeverity } from '#shared/observation.enums';
import { addressOf, hostOf } from '#platform/import/host';
import { cveIdsIn } from '#platform/import/identifiers';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asNumber, asText, recordOf, type JsonRecord } from '#platform/import/json-value';
import { sightings, timestampOf } from '#platform/import/timestamp';
import type { ObservationDraft, ObservationFormat } from '../observation-draft';
import { severityOfScore } from './shared/cvss';
import { draftOf, Faults, portAsset } from './shared/finding';
import { quoted } from './shared/quoted';
import { documentRecords, type Reading } from './shared/records';

const SOURCE = 'riskrecon';

/** By RiskRecon's security domains. */
const CATEGORY_OF_DOMAIN = new Map<string, ObservationCategory>([
  ['software patching', 'OBSERVATION_CATEGORY_PATCHING_CADENCE'],
  ['application security', 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY'],
  ['web application security', 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY'],
  ['web encryption', 'OBSERVATION_CATEGORY_ENCRYPTION'],
  ['network filtering', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'],
  ['breach events', 'OBSERVATION_CATEGORY_DATA_LEAK'],
  ['system reputation', 'OBSERVATION_CATEGORY_MALWARE_INFECTION'],
  ['email security', 'OBSERVATION_CATEGORY_EMAIL_SECURITY'],
  ['dns security', 'OBSERVATION_CATEGORY_DNS_HEALTH'],
]);

/** Findings of RiskRecon: an array, or under `findings`. */
export const riskrecon: ObservationFormat = {
  name: SOURCE,
  parse: (bytes) => documentRecords(plainBytes(bytes), SOURCE, { 'findings[*]': one, '[*]': one }, ['findings', '']),
};

function one(value: unknown): Reading[] {
  return [() => readFinding(recordOf(value))];
}

function readFinding(record: JsonRecord): ObservationDraft | undefined {
  const id = asText(record['finding_id']);
  const title = asText(record['finding']);
  if (id === undefined || title === undefined) throw new RecordError('no finding_id or no finding: not a finding of RiskRecon');
  const domain = asText(record['security_domain'])?.replaceAll('_', ' ').toLowerCase();
  const address = addressOf(asText(record['ip_address']));
  const cveIds = cveIdsIn(asText(record['finding_detail']), asText(record['finding_data_value']), title);
  const faults = new Faults();
  const draft = draftOf({
    hosts: [hostOf(asText(record['host_name'])), hostOf(asText(record['domain_name'])), address],
    title,
    description: asText(record['finding_context']),
    observationType: asText(record['finding_type']) ?? title,
    category:
      cveIds.length > 0 && domain !== 'software patching'
        ? 'OBSERVATION_CATEGORY_VULNERABILITY'
        : (CATEGORY_OF_DOMAIN.get(domain ?? '') ?? 'OBSERVATION_CATEGORY_NETWORK_SECURITY'),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(record)),
    asset: portAsset(address, undefined),
    cveIds,
    tags: [domain, asText(record['security_criteria'])?.replaceAll('_', ' '), asText(record['hosting_provider'])],
    evidence: [
      asText(record['finding_detail']),
      labelled('Value', record['finding_data_value']),
      labelled('Service', record['service']),
      labelled('Asset value', record['asset_value']),
      labelled('Priority', record['priority']),
      labelled('Comment', record['finding_auto_comments']),
    ],
    source: { name: SOURCE, externalId: id },
    ...sightings(timestampOf(asText(record['first_seen'])), timestampOf(asText(record['last_seen']))),
  });
  const goneBecause = goneReason(record);
  return goneBecause === undefined ? faults.check(draft) : { ...draft, goneBecause };
}

function goneReason(record: JsonRecord): string | undefined {
  if (isYes(record['false_positive'])) return 'A false positive, says its source (false_positive)';
  const status = asText(record['analyst_status']) ?? asText(record['auto_status']);
  return status?.toLowerCase() === 'pass' ? 'The check passed (status pass)' : undefined;
}

function isYes(value: unknown): boolean {
  return value === true || ['true', '1', 'yes'].includes(asText(value)?.toLowerCase() ?? '');
}

function severityOf(record: JsonRecord): ObservationSeverity {
  const word = asText(record['severity'])?.toLowerCase();
  const severity = OBSERVATION_SEVERITY.parse(word === 'informational' || word === 'none' ? 'info' : (word ?? ''));
  if (severity) return severity;
  if (word !== undefined) throw new RecordError(`severity: ${quoted(word)} is not a severity of RiskRecon`);
  const score = asNumber(record['severity_numeric']);
  return score === undefined ? 'OBSERVATION_SEVERITY_INFO' : severityOfScore(score);
}

function labelled(label: string, value: unknown): string | undefined {
  const text = asText(value);
  return text && `${label}: ${text}`;
}
