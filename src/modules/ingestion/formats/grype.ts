import { OBSERVATION_SEVERITY, type ObservationConfidence, type ObservationSeverity } from '#shared/observation.enums';
import { JsonSplitter, type JsonPiece } from '#platform/import/json-stream/json-splitter';
import { parseJson } from '#platform/import/json-stream/parse-json';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { FormatError } from '#platform/import/format-error';
import type { CvssDraft, ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { cvssOf, severityOfScores } from './shared/cvss';
import { draftOf, epssOf, Faults } from './shared/finding';
import { hostOf } from '#platform/import/host';
import { cveIdOf, cweIdOfField } from '#platform/import/identifiers';
import { asList, asNumber, asRecord, asText, asTexts, memberOf, recordOf, recordsOf, type JsonRecord } from '#platform/import/json-value';
import { quoted } from './shared/quoted';
import { pieceRecord } from './shared/records';
import { sightings, timestampOf } from '#platform/import/timestamp';

/** Data about the whole scan, as far as it has been read. */
interface Scan {
  host?: string | undefined;
  timestamp?: string | undefined;
}

/** anchore grype: `-o json`. */
export const grype: ObservationFormat = { name: 'grype', parse };

async function* parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const splitter = new JsonSplitter(['matches[*]', 'source', 'descriptor.timestamp']);
  const scan: Scan = {};
  for await (const chunk of plainBytes(bytes)) {
    for (const piece of splitter.push(chunk)) {
      const record =
        piece.selector === 'matches[*]'
          ? pieceRecord(piece, { read: (match) => readMatch(match, scan), sourceOf: () => 'grype' })
          : readScan(piece, scan);
      if (record) yield record;
    }
  }
  splitter.end();
  if (!splitter.hasMet('matches')) throw new FormatError('There is no list of matches: the file is not a grype report.');
}

/** Applies only to the matches that follow; grype itself writes these members last. */
function readScan(piece: JsonPiece, scan: Scan): undefined {
  if ('problem' in piece) return;
  try {
    const value = parseJson(piece.bytes);
    if (piece.selector === 'source') scan.host = targetHost(asRecord(value)?.['target']);
    else scan.timestamp = timestampOf(asText(value));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
  }
}

/** Only a URL or a bare host counts as a host: the registry of an image does not identify its owner. */
function targetHost(target: unknown): string | undefined {
  const text = asText(target) ?? asText(asRecord(target)?.['userInput']);
  if (text === undefined || (!text.includes('://') && /[/@]/.test(text))) return undefined;
  return hostOf(text);
}

function readMatch(value: unknown, scan: Scan): ObservationDraft {
  const match = recordOf(value);
  const vulnerability = memberOf(match, 'vulnerability');
  const id = asText(vulnerability?.['id']);
  if (!vulnerability || id === undefined) throw new RecordError('no vulnerability.id: not a grype match');
  const artifact = memberOf(match, 'artifact');
  const name = asText(artifact?.['name']);
  if (!artifact || name === undefined) throw new RecordError('no artifact.name: the package is unknown');
  const version = asText(artifact['version']);
  const related = recordsOf(match['relatedVulnerabilities']);
  const records = [vulnerability, ...related];
  const ownCve = cveIdOf(id);
  const scores = records.flatMap(scoresOf);
  const packageName = version === undefined ? name : `${name} ${version}`;
  const paths = recordsOf(artifact['locations']).map((location) => asText(location['path']));

  const faults = new Faults();
  const draft = draftOf({
    hosts: [scan.host],
    title: `${ownCve ?? id} in ${packageName}`,
    description: records.map((record) => asText(record['description'])).find(Boolean),
    observationType: 'vulnerable_package',
    category: 'OBSERVATION_CATEGORY_VULNERABILITY',
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(records, scores)),
    confidence: confidenceOf(match),
    cveIds: ownCve === undefined ? related.map((record) => cveIdOf(asText(record['id']))) : [ownCve],
    cweIds: records.flatMap((record) => asList(record['cwes'])).map((cwe) => cweIdOfField(asText(cwe) ?? asText(asRecord(cwe)?.['cwe']))),
    cvssScores: scores,
    epss: records
      .flatMap((record) => recordsOf(record['epss']))
      .map((epss) => epssOf(asNumber(epss['epss']), asNumber(epss['percentile'])))[0],
    references: [
      ...records.map((record) => asText(record['dataSource'])),
      ...recordsOf(vulnerability['advisories']).map((advisory) => asText(advisory['link'])),
      ...records.flatMap((record) => asList(record['urls'])).map(asText),
    ],
    tags: [asText(artifact['type']), asText(artifact['language']), asText(vulnerability['namespace'])],
    evidence: [
      `Package: ${packageName}`,
      asText(artifact['purl']),
      ...paths.map((path) => path && `Location: ${path}`),
      ...recordsOf(match['matchDetails']).map(matchText),
    ],
    remediation: remediationOf(memberOf(vulnerability, 'fix'), name, version),
    source: { name: 'grype', externalId: [id, asText(artifact['purl']) ?? packageName, paths[0]].filter(Boolean).join(' ') },
    ...sightings(scan.timestamp, scan.timestamp),
  });
  return faults.check(draft);
}

function severityOf(records: readonly JsonRecord[], scores: readonly CvssDraft[]): ObservationSeverity {
  for (const record of records) {
    const text = asText(record['severity'])?.toLowerCase();
    const member = text === 'negligible' ? 'OBSERVATION_SEVERITY_INFO' : text && OBSERVATION_SEVERITY.parse(text);
    if (member) return member;
    if (text !== undefined && text !== 'unknown') throw new RecordError(`severity: ${quoted(text)} is not a grype severity`);
  }
  return severityOfScores(scores) ?? 'OBSERVATION_SEVERITY_INFO';
}

function scoresOf(record: JsonRecord): CvssDraft[] {
  return recordsOf(record['cvss'])
    .map((cvss) => {
      const metrics = memberOf(cvss, 'metrics');
      return cvssOf({
        version: asText(cvss['version']),
        score: asNumber(metrics?.['baseScore']),
        vector: asText(cvss['vector']),
        exploitability: asNumber(metrics?.['exploitabilityScore']),
        impact: asNumber(metrics?.['impactScore']),
        source: asText(cvss['source']) ?? asText(record['namespace']) ?? 'grype',
      });
    })
    .filter((score) => score !== undefined);
}

/** A match by CPE is based on a name only; other matches are based on the package manager's record. */
function confidenceOf(match: JsonRecord): ObservationConfidence | undefined {
  const types = recordsOf(match['matchDetails']).map((detail) => asText(detail['type']));
  if (types.includes('exact-direct-match')) return 'OBSERVATION_CONFIDENCE_CONFIRMED';
  if (types.includes('exact-indirect-match')) return 'OBSERVATION_CONFIDENCE_LIKELY';
  return types.includes('cpe-match') ? 'OBSERVATION_CONFIDENCE_POSSIBLE' : undefined;
}

function matchText(detail: JsonRecord): string | undefined {
  const matcher = asText(detail['matcher']);
  const constraint = asText(memberOf(detail, 'found')?.['versionConstraint']);
  return matcher && `Matched by ${matcher}${constraint === undefined ? '' : `: version ${constraint}`}`;
}

function remediationOf(fix: JsonRecord | undefined, name: string, version: string | undefined): string | undefined {
  const versions = asTexts(asList(fix?.['versions']));
  if (versions.length > 0)
    return `Upgrade ${name}${version === undefined ? '' : ` from ${version}`} to ${versions.slice(0, 20).join(' or ')}.`;
  const state = asText(fix?.['state']);
  if (state === 'wont-fix') return `The maintainer has decided not to fix this in ${name}.`;
  return state === 'not-fixed' ? `No fixed version of ${name} is known.` : undefined;
}
