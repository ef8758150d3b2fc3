import { OBSERVATION_SEVERITY, type ObservationConfidence, type ObservationSeverity } from '#shared/observation.enums';
import { FormatError } from '#platform/import/format-error';
import { cveIdOf, cweIdOfField } from '#platform/import/identifiers';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asList, asNumber, asRecord, asText, memberOf, recordOf, recordsOf, type JsonRecord } from '#platform/import/json-value';
import { sightings, timestampOf } from '#platform/import/timestamp';
import type { CvssDraft, ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { cvssOf, severityOfScores } from './shared/cvss';
import { draftOf, Faults } from './shared/finding';
import { quoted } from './shared/quoted';
import { documentRecords, type Reading } from './shared/records';

const SOURCE = 'cyclonedx';
const VERSIONS = new Set(['1.4', '1.5', '1.6']);
const MAX_COMPONENTS_TEXT = 32 * 1024 * 1024;
const VERSION_OF_METHOD = new Map([
  ['CVSSv2', '2.0'],
  ['CVSSv3', '3.0'],
  ['CVSSv31', '3.1'],
  ['CVSSv4', '4.0'],
]);
/** A vulnerability in one of these states is no longer one of the product. */
const GONE = new Set(['resolved', 'resolved_with_pedigree', 'false_positive', 'not_affected']);
const CONFIDENCE_OF_STATE = new Map<string, ObservationConfidence>([
  ['exploitable', 'OBSERVATION_CONFIDENCE_CONFIRMED'],
  ['in_triage', 'OBSERVATION_CONFIDENCE_POSSIBLE'],
]);

/** Vulnerabilities of a CycloneDX bill of materials or VEX in JSON: one finding a vulnerability and component. */
export const cyclonedx: ObservationFormat = { name: SOURCE, parse };

function parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const report = new Report();
  let isReport = false;
  const about = (keep: (text: string | undefined) => void) => (value: unknown) => {
    keep(asText(value));
    return undefined;
  };
  const values = {
    bomFormat: about((name) => (isReport = name === 'CycloneDX')),
    specVersion: about((version) => {
      if (!VERSIONS.has(version ?? '')) throw new FormatError(`The file is CycloneDX ${quoted(version ?? '')}; 1.4 to 1.6 are supported.`);
    }),
    'metadata.timestamp': about((time) => (report.seen = timestampOf(time))),
    'metadata.component': (value: unknown) => report.add(value),
    'components[*]': (value: unknown) => report.add(value),
    'vulnerabilities[*]': (value: unknown) => readingsOf(recordOf(value), report),
  };
  return documentRecords(plainBytes(bytes), SOURCE, values, [], () => isReport);
}

/** The time of the report and the names of components by their reference: tools write them before the vulnerabilities. */
class Report {
  seen: string | undefined;
  private readonly names = new Map<string, string>();
  private characters = 0;

  add(value: unknown): undefined {
    const component = asRecord(value);
    if (!component) return;
    for (const part of asList(component['components'])) this.add(part);
    const reference = asText(component['bom-ref']);
    if (reference === undefined) return;
    const name = asText(component['purl']) ?? [asText(component['name']), asText(component['version'])].filter(Boolean).join(' ');
    this.characters += reference.length + name.length + 100;
    if (this.characters > MAX_COMPONENTS_TEXT) throw new FormatError(`The components have more than ${MAX_COMPONENTS_TEXT} characters.`);
    this.names.set(reference, name);
  }

  /** The package URL or name and version; the reference itself when it is of another file, without that file's `urn:cdx:`. */
  nameOf(reference: string): string {
    return this.names.get(reference) ?? reference.replace(/^urn:cdx:[^#]*#/, '');
  }
}

function readingsOf(vulnerability: JsonRecord, report: Report): Reading[] {
  const id = asText(vulnerability['id']);
  if (id === undefined) throw new RecordError('no id: not a CycloneDX vulnerability');
  const affected = recordsOf(vulnerability['affects']).map((affects) => ({ reference: asText(affects['ref']), affects }));
  if (affected.length === 0) return [() => draftFor(vulnerability, id, undefined, {}, report)];
  const distinct = new Map(affected.map((each) => [each.reference, each]));
  return [...distinct.values()].map(({ reference, affects }) => () => {
    if (reference === undefined) throw new RecordError(`${id} affects something without a ref`);
    return draftFor(vulnerability, id, report.nameOf(reference), affects, report);
  });
}

function draftFor(
  vulnerability: JsonRecord,
  id: string,
  component: string | undefined,
  affects: JsonRecord,
  report: Report,
): ObservationDraft {
  const analysis = memberOf(vulnerability, 'analysis');
  const state = asText(analysis?.['state'])?.toLowerCase();
  const scores = recordsOf(vulnerability['ratings'])
    .map(scoreOf)
    .filter((score) => score !== undefined);
  const versions = recordsOf(affects['versions']);
  const related = recordsOf(vulnerability['references']).map((reference) => cveIdOf(asText(reference['id'])));
  const faults = new Faults();
  const draft = draftOf({
    hosts: [],
    title: component === undefined ? id : `${id} in ${component}`,
    description: [asText(vulnerability['description']), asText(vulnerability['detail'])].filter(Boolean).join('\n\n'),
    observationType: 'vulnerable_package',
    category: 'OBSERVATION_CATEGORY_VULNERABILITY',
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(vulnerability, scores)),
    confidence: CONFIDENCE_OF_STATE.get(state ?? ''),
    cveIds: cveIdOf(id) === undefined ? related : [cveIdOf(id)],
    cweIds: asList(vulnerability['cwes']).map((cwe) => cweIdOfField(asText(cwe))),
    cvssScores: scores,
    references: [
      asText(memberOf(vulnerability, 'source')?.['url']),
      ...recordsOf(vulnerability['advisories']).map((advisory) => asText(advisory['url'])),
      ...recordsOf(vulnerability['references']).map((reference) => asText(memberOf(reference, 'source')?.['url'])),
    ],
    tags: [state, asText(analysis?.['justification']), ...asList(analysis?.['response']).map(asText)],
    evidence: [
      component && `Component: ${component}`,
      ...versions.map(
        (each) => `Version ${asText(each['version']) ?? asText(each['range']) ?? '?'}: ${asText(each['status']) ?? 'affected'}`,
      ),
      asText(analysis?.['detail']),
    ],
    remediation: [asText(vulnerability['recommendation']), asText(vulnerability['workaround'])].filter(Boolean).join('\n\n'),
    source: { name: SOURCE, externalId: [id, component].filter(Boolean).join(' ') },
    ...sightings(undefined, report.seen),
  });
  if (state !== undefined && GONE.has(state)) return { ...draft, goneBecause: `No longer a vulnerability, says its source (${state})` };
  const isSafe = versions.length > 0 && versions.every((each) => asText(each['status']) === 'unaffected');
  return isSafe ? { ...draft, goneBecause: 'Not affected, says its source (versions)' } : faults.check(draft);
}

/** That of the first rating that has one; the highest score otherwise. */
function severityOf(vulnerability: JsonRecord, scores: readonly CvssDraft[]): ObservationSeverity {
  const words = recordsOf(vulnerability['ratings']).map((rating) => asText(rating['severity'])?.toLowerCase());
  const word = words.find((each) => each !== undefined && each !== 'unknown');
  if (word === undefined) return severityOfScores(scores) ?? 'OBSERVATION_SEVERITY_INFO';
  const severity = OBSERVATION_SEVERITY.parse(word === 'none' ? 'info' : word);
  if (!severity) throw new RecordError(`ratings: ${quoted(word)} is not a severity of CycloneDX`);
  return severity;
}

function scoreOf(rating: JsonRecord): CvssDraft | undefined {
  return cvssOf({
    version: VERSION_OF_METHOD.get(asText(rating['method']) ?? ''),
    score: asNumber(rating['score']),
    vector: asText(rating['vector']),
    source: asText(memberOf(rating, 'source')?.['name']) ?? SOURCE,
  });
}
