import { OBSERVATION_SEVERITY, type ObservationConfidence, type ObservationSeverity } from '#shared/observation.enums';
import { addressOf, hostOf } from '#platform/import/host';
import { cveIdsIn } from '#platform/import/identifiers';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asNumber } from '#platform/import/json-value';
import { sightings, timestampOf } from '#platform/import/timestamp';
import type { CvssDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { cvssOf, severityOfScore } from './shared/cvss';
import { draftOf, Faults, portAsset } from './shared/finding';
import { shapeOf } from './shared/head';
import { pluginCategory } from './shared/plugin-category';
import { quoted } from './shared/quoted';
import type { Reading } from './shared/records';
import { Repeats } from './shared/repeats';
import { tableRecords, type Row } from './shared/table';
import { ElementReader, xmlRecords, type XmlElement } from './shared/xml';

const SOURCE = 'openvas';
const FALSE_POSITIVE = 'false positive';
const COLUMNS = ['ip', 'port', 'severity', 'nvt name', 'nvt oid'];
const HARMLESS = new Set(['log', 'none', FALSE_POSITIVE]);

type Member =
  'oid' | 'name' | 'family' | 'host' | 'address' | 'port' | 'protocol' | 'threat' | 'score' | 'quality' | 'output' | 'solution' | 'time';

interface Result extends Partial<Record<Member, string | undefined>> {
  cves: (string | undefined)[];
  references: (string | undefined)[];
  scores?: (CvssDraft | undefined)[];
  description: (string | undefined)[];
}

/** Greenbone's OpenVAS: the XML report and the CSV of results. */
export const openvas: ObservationFormat = { name: SOURCE, parse };

async function* parse(file: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const { shape, bytes } = await shapeOf(file);
  const repeats = new Repeats();
  const result = (element: XmlElement): Reading[] => [() => readResult(resultOf(element), repeats)];
  yield* shape === 'xml'
    ? xmlRecords(bytes, SOURCE, ['report', 'get_reports_response'], new ElementReader(SOURCE, { result }))
    : tableRecords(bytes, SOURCE, COLUMNS, (row) => () => readResult(resultOfRow(row), repeats));
}

function resultOf(element: XmlElement): Result {
  const [nvt, host] = [element.one('nvt'), element.one('host')];
  const [port, protocol] = (element.textOf('port') ?? '').split('/');
  const refs = nvt?.one('refs')?.all('ref') ?? [];
  const tag = (name: string) => tagOf(nvt?.textOf('tags') ?? '', name);
  const scores =
    nvt
      ?.one('severities')
      ?.all('severity')
      .map((one) => scoreOf(one.textOf('score'), one.textOf('value'))) ?? [];
  return {
    oid: nvt?.attributes['oid'],
    name: nvt?.textOf('name') ?? element.textOf('name'),
    family: nvt?.textOf('family'),
    host: host?.textOf('hostname'),
    address: host?.text.trim(),
    port,
    protocol,
    threat: element.textOf('threat'),
    score: element.textOf('severity'),
    quality: element.one('qod')?.textOf('value'),
    cves: [...refs.filter((ref) => ref.attributes['type']?.toLowerCase() === 'cve').map((ref) => ref.attributes['id']), nvt?.textOf('cve')],
    references: refs.map((ref) => ref.attributes['id']),
    scores: [...scores, scoreOf(nvt?.textOf('cvss_base'), tag('cvss_base_vector'))],
    description: ['summary', 'insight', 'impact', 'affected'].map(tag),
    output: element.textOf('description'),
    solution: nvt?.textOf('solution') ?? tag('solution'),
    time: element.textOf('modification_time') ?? element.textOf('creation_time'),
  };
}

function resultOfRow(row: Row): Result {
  return {
    oid: row.get('nvt oid'),
    name: row.get('nvt name'),
    host: row.get('hostname'),
    address: row.get('ip'),
    port: row.get('port'),
    protocol: row.get('port protocol'),
    threat: row.get('severity'),
    score: row.get('cvss'),
    quality: row.get('qod'),
    cves: [row.get('cves')],
    references: row.get('other references')?.split(',') ?? [],
    description: ['summary', 'vulnerability insight', 'impact', 'affected software/os'].map((column) => row.get(column)),
    output: row.get('specific result'),
    solution: row.get('solution'),
    time: row.get('timestamp'),
  };
}

function readResult(result: Result, repeats: Repeats) {
  const { oid, name, family, host } = result;
  if (oid === undefined || name === undefined) throw new RecordError('no NVT or no name: not a result of OpenVAS');
  const threat = result.threat?.toLowerCase();
  if (threat === 'debug' || threat === 'error') return undefined;
  const address = addressOf(result.address);
  const cveIds = cveIdsIn(...result.cves);
  const asset = portAsset(address, result.port, result.protocol);
  const faults = new Faults();
  const draft = draftOf({
    hosts: [hostOf(host), address],
    title: name,
    description: result.description.filter(Boolean).join('\n\n'),
    observationType: `${SOURCE} ${oid}`,
    category: pluginCategory(cveIds, family, name),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(threat, asNumber(result.score))),
    confidence: result.quality === undefined ? undefined : confidenceOf(Number(result.quality)),
    asset,
    cveIds,
    cvssScores: result.scores ?? [],
    references: result.references,
    tags: [family],
    evidence: [result.output],
    remediation: result.solution,
    source: { name: SOURCE, externalId: repeats.idOf([oid], host, JSON.stringify(asset)) },
    ...sightings(undefined, timestampOf(result.time)),
  });
  return threat === FALSE_POSITIVE ? { ...draft, goneBecause: 'A false positive, says its source' } : faults.check(draft);
}

function severityOf(threat: string | undefined, score: number | undefined): ObservationSeverity {
  if (threat === undefined && score !== undefined) return severityOfScore(score);
  const severity = OBSERVATION_SEVERITY.parse(HARMLESS.has(threat ?? '') ? 'info' : (threat ?? ''));
  if (!severity) throw new RecordError(`threat: ${quoted(threat ?? '')} is not a severity of OpenVAS`);
  return severity;
}

/** By the quality of detection: 95 and above are proofs, 70 is the default of reports. */
function confidenceOf(quality: number): ObservationConfidence {
  if (quality >= 95) return 'OBSERVATION_CONFIDENCE_CONFIRMED';
  return quality >= 70 ? 'OBSERVATION_CONFIDENCE_LIKELY' : 'OBSERVATION_CONFIDENCE_POSSIBLE';
}

/** `summary=A text|insight=Another` */
function tagOf(tags: string, name: string): string | undefined {
  return tags
    .split('|')
    .find((tag) => tag.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Older versions write scores in tenths. */
function scoreOf(text: string | undefined, vector: string | undefined): CvssDraft | undefined {
  const score = asNumber(text);
  return cvssOf({ score: score !== undefined && score > 10 ? score / 10 : score, vector, source: SOURCE });
}
