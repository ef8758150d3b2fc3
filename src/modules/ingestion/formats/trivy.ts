import { OBSERVATION_SEVERITY, type ObservationSeverity } from '#shared/observation.enums';
import { addressOf, hostOf } from '#platform/import/host';
import { cveIdOf, cweIdOfField } from '#platform/import/identifiers';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asList, asNumber, asText, asTexts, memberOf, recordOf, type JsonRecord } from '#platform/import/json-value';
import { sightings, timestampOf } from '#platform/import/timestamp';
import type { CvssDraft, ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { cvssOf, severityOfScores } from './shared/cvss';
import { draftOf, Faults, type Finding } from './shared/finding';
import { quoted } from './shared/quoted';
import { documentRecords, type Reading } from './shared/records';
import { Repeats } from './shared/repeats';

const SOURCE = 'trivy';

/** Aqua trivy: `--format json`. */
export const trivy: ObservationFormat = { name: SOURCE, parse };

/** What the findings of one target have in common. */
interface Target {
  index?: number | undefined;
  name?: string | undefined;
  repeats: Repeats;
  host?: string | undefined;
  seen?: string | undefined;
}

/** What is about the whole report or a target stands before its findings: trivy writes it so. */
function parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  let isReport = false;
  let target: Target = { repeats: new Repeats() };
  const targetAt = (index: number | undefined) => {
    if (target.index !== index) target = { ...target, index, name: undefined, repeats: new Repeats() };
    return target;
  };
  const about = (keep: (text: string | undefined, index: number | undefined) => void) => (value: unknown, indices: readonly number[]) => {
    keep(asText(value), indices[0]);
    return undefined;
  };
  const finding =
    (read: (record: JsonRecord, target: Target) => ObservationDraft) =>
    (value: unknown, [index]: readonly number[]): Reading[] => [() => read(recordOf(value), targetAt(index))];
  const values = {
    SchemaVersion: about(() => (isReport = true)),
    CreatedAt: about((text) => (target.seen = timestampOf(text))),
    ArtifactName: about((text) => (target.host = hostNamed(text))),
    'Results[*].Target': about((text, index) => (targetAt(index).name = text)),
    'Results[*].Vulnerabilities[*]': finding(vulnerabilityOf),
    'Results[*].Misconfigurations[*]': finding(misconfigurationOf),
    'Results[*].Secrets[*]': finding(secretOf),
  };
  return documentRecords(plainBytes(bytes), SOURCE, values, ['Results'], () => isReport);
}

/** Only a URL or an address counts: the name of an image, a folder or a repository does not say whose it is. */
function hostNamed(artifact: string | undefined): string | undefined {
  return artifact?.includes('://') ? hostOf(artifact) : addressOf(artifact);
}

function vulnerabilityOf(record: JsonRecord, target: Target): ObservationDraft {
  const id = asText(record['VulnerabilityID']);
  const name = asText(record['PkgName']);
  if (id === undefined || name === undefined) throw new RecordError('no VulnerabilityID or no PkgName: not a vulnerability of trivy');
  const packageName = [name, asText(record['InstalledVersion'])].filter(Boolean).join(' ');
  const fixed = asText(record['FixedVersion']);
  const purl = asText(memberOf(record, 'PkgIdentifier')?.['PURL']);
  const path = asText(record['PkgPath']);
  return draftFrom(record, target, [id, purl ?? packageName, path ?? target.name], {
    title: `${id} in ${packageName}`,
    description: [asText(record['Title']), asText(record['Description'])].filter(Boolean).join('\n\n'),
    observationType: 'vulnerable_package',
    category: 'OBSERVATION_CATEGORY_VULNERABILITY',
    cveIds: [cveIdOf(id)],
    cweIds: asTexts(record['CweIDs']).map(cweIdOfField),
    cvssScores: scoresOf(memberOf(record, 'CVSS') ?? {}),
    tags: [asText(record['Status']), asText(record['SeveritySource'])],
    evidence: [`Package: ${packageName}`, purl, target.name && `Target: ${target.name}`, path && `Location: ${path}`],
    remediation: fixed === undefined ? undefined : `Upgrade ${packageName} to ${fixed}.`,
  });
}

function misconfigurationOf(record: JsonRecord, target: Target): ObservationDraft {
  const id = asText(record['ID']) ?? asText(record['AVDID']);
  if (id === undefined) throw new RecordError('no ID: not a misconfiguration of trivy');
  const cause = memberOf(record, 'CauseMetadata');
  const resource = asText(cause?.['Resource']);
  const draft = draftFrom(record, target, [id, target.name, resource], {
    title: asText(record['Title']) ?? id,
    description: [asText(record['Message']), asText(record['Description'])].filter(Boolean).join('\n\n'),
    observationType: `${SOURCE} ${id}`,
    category: 'OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION',
    tags: [asText(record['Type']), asText(cause?.['Provider']), asText(cause?.['Service'])],
    evidence: [placeOf(target, cause), resource && `Resource: ${resource}`],
    remediation: asText(record['Resolution']),
  });
  return asText(record['Status']) === 'PASS' ? { ...draft, goneBecause: 'The check passed (Status PASS)' } : draft;
}

function secretOf(record: JsonRecord, target: Target): ObservationDraft {
  const id = asText(record['RuleID']);
  if (id === undefined) throw new RecordError('no RuleID: not a secret of trivy');
  return draftFrom(record, target, [id, target.name], {
    title: asText(record['Title']) ?? id,
    observationType: `${SOURCE} ${id}`,
    category: 'OBSERVATION_CATEGORY_LEAKED_CREDENTIALS',
    tags: [asText(record['Category'])],
    evidence: [placeOf(target, record), asText(record['Match'])],
  });
}

type Rest = Omit<Finding, 'hosts' | 'severity' | 'source'>;

function draftFrom(record: JsonRecord, { host, seen, repeats }: Target, id: (string | undefined)[], rest: Rest): ObservationDraft {
  const faults = new Faults();
  const draft = draftOf({
    hosts: [host],
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(record, rest.cvssScores ?? [])),
    references: [asText(record['PrimaryURL']), ...asTexts(asList(record['References']))],
    source: { name: SOURCE, externalId: repeats.idOf(id) },
    ...sightings(seen, seen),
    ...rest,
  });
  return faults.check(draft);
}

function severityOf(record: JsonRecord, scores: readonly (CvssDraft | undefined)[]): ObservationSeverity {
  const word = asText(record['Severity'])?.toUpperCase() ?? 'UNKNOWN';
  if (word === 'UNKNOWN') return severityOfScores(scores.filter((score) => score !== undefined)) ?? 'OBSERVATION_SEVERITY_INFO';
  const severity = OBSERVATION_SEVERITY.parse(word);
  if (!severity) throw new RecordError(`Severity: ${quoted(word)} is not a severity of trivy`);
  return severity;
}

function scoresOf(bySource: JsonRecord): CvssDraft[] {
  return Object.keys(bySource).flatMap((source) => {
    const scores = memberOf(bySource, source);
    return ['V40', 'V3', 'V2']
      .map((version) => cvssOf({ score: asNumber(scores?.[`${version}Score`]), vector: asText(scores?.[`${version}Vector`]), source }))
      .filter((score) => score !== undefined);
  });
}

/** `Location: main.tf:12`. */
function placeOf({ name }: Target, lines: JsonRecord | undefined): string | undefined {
  return name && `Location: ${[name, asNumber(lines?.['StartLine'])].filter((part) => part !== undefined).join(':')}`;
}
