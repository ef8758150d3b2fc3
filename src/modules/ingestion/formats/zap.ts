import type { ObservationConfidence, ObservationSeverity } from '#shared/observation.enums';
import { hostOf } from '#platform/import/host';
import { cveIdsIn, cweIdOfField } from '#platform/import/identifiers';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asText, recordOf, recordsOf, type JsonRecord } from '#platform/import/json-value';
import { sightings, timestampOf } from '#platform/import/timestamp';
import type { ObservationFormat, ParsedRecord } from '../observation-draft';
import { draftOf, Faults, LIMITS, urlAsset } from './shared/finding';
import { shapeOf } from './shared/head';
import { quoted } from './shared/quoted';
import { documentRecords, type Reading } from './shared/records';
import { Repeats } from './shared/repeats';
import { ElementReader, xmlRecords, type XmlElement } from './shared/xml';

const SOURCE = 'zap';
const SEVERITY_OF_RISK = new Map<string, ObservationSeverity>([
  ['0', 'OBSERVATION_SEVERITY_INFO'],
  ['1', 'OBSERVATION_SEVERITY_LOW'],
  ['2', 'OBSERVATION_SEVERITY_MEDIUM'],
  ['3', 'OBSERVATION_SEVERITY_HIGH'],
]);
const FALSE_POSITIVE = '0';
const CONFIDENCE = new Map<string, ObservationConfidence>([
  ['1', 'OBSERVATION_CONFIDENCE_POSSIBLE'],
  ['2', 'OBSERVATION_CONFIDENCE_LIKELY'],
  ['3', 'OBSERVATION_CONFIDENCE_LIKELY'],
  ['4', 'OBSERVATION_CONFIDENCE_CONFIRMED'],
]);
const MAX_HTML = 20_000;

/** What stands before the alerts that it is about. */
interface Scan {
  seen?: string | undefined;
  site?: string | undefined;
}

/** ZAP: the traditional JSON and XML reports, with or without requests; one finding an instance of an alert. */
export const zap: ObservationFormat = { name: SOURCE, parse };

async function* parse(file: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const { shape, bytes } = await shapeOf(file);
  yield* shape === 'xml' ? xmlReport(bytes) : jsonReport(bytes);
}

function jsonReport(bytes: AsyncIterable<Buffer>): AsyncGenerator<ParsedRecord> {
  const scan: Scan = {};
  const values = {
    created: (value: unknown) => {
      scan.seen = timestampOf(asText(value));
      return undefined;
    },
    'site[*].@name': (value: unknown) => {
      scan.site = asText(value);
      return undefined;
    },
    'site[*].alerts[*]': (value: unknown) => readingsOf(recordOf(value), recordsOf(recordOf(value)['instances']), scan),
  };
  return documentRecords(bytes, SOURCE, values, ['site']);
}

function xmlReport(bytes: AsyncIterable<Buffer>): AsyncGenerator<ParsedRecord> {
  const alertitem = (alert: XmlElement, [report, site]: readonly XmlElement[]) => {
    const scan = { seen: timestampOf(report?.attributes['created']), site: site?.attributes['name'] };
    const tags = alert.one('tags')?.all('tag').map(leaves);
    return readingsOf({ ...leaves(alert), tags }, alert.one('instances')?.all('instance').map(leaves) ?? [], scan);
  };
  return xmlRecords(bytes, SOURCE, ['OWASPZAPReport'], new ElementReader(SOURCE, { alertitem }));
}

/** The texts of an element's children by name, as the JSON report has them. */
function leaves(element: XmlElement): JsonRecord {
  return Object.fromEntries(element.children.map((child) => [child.name, child.text]));
}

function readingsOf(alert: JsonRecord, instances: readonly JsonRecord[], { seen, site }: Scan): Reading[] {
  const rule = asText(alert['alertRef']) ?? asText(alert['pluginid']);
  const title = asText(alert['name']) ?? asText(alert['alert']);
  if (rule === undefined || title === undefined) throw new RecordError('no pluginid or no name: not an alert of ZAP');
  const repeats = new Repeats();
  const places = instances.length > 0 ? instances : [{ uri: asText(alert['uri']) ?? site }];
  return places.map((instance) => () => {
    const url = asText(instance['uri']);
    const [method, parameter] = [asText(instance['method']), asText(instance['param'])];
    const confidence = asText(alert['confidence']) ?? '';
    const faults = new Faults();
    const draft = draftOf({
      hosts: [hostOf(url), hostOf(site)],
      title,
      description: withoutTags(asText(alert['desc'])),
      observationType: `${SOURCE} ${rule}`,
      category: 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY',
      severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(asText(alert['riskcode']))),
      confidence: CONFIDENCE.get(confidence),
      asset: urlAsset(url),
      cveIds: cveIdsIn(title, asText(alert['otherinfo'])),
      cweIds: [cweIdOfField(asText(alert['cweid']))],
      references: urlsIn(asText(alert['reference'])),
      tags: recordsOf(alert['tags']).map((tag) => asText(tag['tag'])),
      evidence: [
        `Request: ${[method, url].filter(Boolean).join(' ')}`,
        parameter && `Parameter: ${parameter}`,
        ...['attack', 'evidence', 'otherinfo'].map((member) => asText(instance[member])),
      ],
      remediation: withoutTags(asText(alert['solution'])),
      source: { name: SOURCE, externalId: repeats.idOf([rule, method, parameter], url) },
      ...sightings(seen, seen),
    });
    return confidence === FALSE_POSITIVE
      ? { ...draft, goneBecause: 'A false positive, says its source (confidence 0)' }
      : faults.check(draft);
  });
}

function severityOf(risk: string | undefined): ObservationSeverity {
  const severity = SEVERITY_OF_RISK.get(risk ?? '');
  if (!severity) throw new RecordError(`riskcode: ${quoted(risk ?? '')} is not 0 to 3`);
  return severity;
}

function withoutTags(html: string | undefined): string | undefined {
  return html
    ?.slice(0, MAX_HTML)
    .replace(/<\/p>\s*<p>/g, '\n')
    .replace(/<[^<>]*>/g, '');
}

function urlsIn(html: string | undefined): string[] {
  return (
    html
      ?.slice(0, MAX_HTML)
      .match(/https?:\/\/[^\s<>"']+/g)
      ?.slice(0, LIMITS.references) ?? []
  );
}
