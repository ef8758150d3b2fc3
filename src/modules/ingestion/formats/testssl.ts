import { OBSERVATION_SEVERITY, type ObservationCategory } from '#shared/observation.enums';
import { addressOf, hostOf } from '#platform/import/host';
import { cveIdsIn, cweIdOf } from '#platform/import/identifiers';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asRecord, asText, recordOf, recordsOf } from '#platform/import/json-value';
import { sightings, timestampOfSeconds } from '#platform/import/timestamp';
import type { ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { draftOf, Faults, portAsset } from './shared/finding';
import { shapeOf } from './shared/head';
import { quoted } from './shared/quoted';
import { documentRecords, type NamesOnly, type Reading } from './shared/records';
import { tableRecords } from './shared/table';

const SOURCE = 'testssl';
const COLUMNS = ['id', 'fqdn/ip', 'port', 'severity', 'finding', 'cve', 'cwe'];
/** The rating repeats what other checks say; the rest is about the scan. */
const ABOUT_SCAN = /^(?:rating_|overall_grade|final_score|grade_cap_reason|scanTime|engine_problem|.*_score(?:_weighted)?$)/;
/** The scan could not tell. */
const UNKNOWN = new Set(['WARN', 'DEBUG', 'FATAL']);
const ABOUT_HTTP = /^(?:cookie_|banner_|security_headers|HTTP_|X-|Content-|Referrer-|Permissions-|Access-|Cross-|Cache-|Pragma)/i;

interface Check {
  id: string | undefined;
  host: string | undefined;
  address: string | undefined;
  port: string | undefined;
  severity: string | undefined;
  finding: string | undefined;
  cve: string | undefined;
  cwe: string | undefined;
  seen?: string | undefined;
}

/** testssl.sh: `--jsonfile`, `--jsonfile-pretty`, `--csvfile`. */
export const testssl: ObservationFormat = { name: SOURCE, parse };

async function* parse(file: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const { shape, bytes } = await shapeOf(file);
  if (shape === 'json') {
    yield* jsonRecords(bytes);
    return;
  }
  yield* tableRecords(bytes, SOURCE, COLUMNS, (row) => {
    const [host, address] = placeOf(row.get('fqdn/ip'));
    const [id, port, severity, finding, cve, cwe] = ['id', 'port', 'severity', 'finding', 'cve', 'cwe'].map((name) => row.get(name));
    return () => readCheck({ id, host, address, port, severity, finding, cve, cwe });
  });
}

function jsonRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<ParsedRecord> {
  let seen: string | undefined;
  const values = {
    startTime: (value: unknown) => {
      seen = timestampOfSeconds(asText(value));
      return undefined;
    },
    '[*]': (value: unknown): Reading[] => [() => readJson(value, asText(recordOf(value)['ip']), asText(recordOf(value)['port']))],
    // Every section of a host is a list of checks.
    'scanResult[*]': (value: unknown): Reading[] => {
      const host = recordOf(value);
      const [port, place] = [asText(host['port']), [asText(host['targetHost']), asText(host['ip'])].filter(Boolean).join('/')];
      return Object.values(host)
        .flatMap(recordsOf)
        .filter((check) => 'severity' in check)
        .map((check) => () => readJson(check, place, port, seen));
    },
  };
  return documentRecords(bytes, SOURCE, values, ['', 'scanResult']);
}

function readJson(value: unknown, place: string | undefined, port: string | undefined, seen?: string) {
  const check = asRecord(value) ?? {};
  const [id, severity, finding, cve, cwe] = ['id', 'severity', 'finding', 'cve', 'cwe'].map((name) => asText(check[name]));
  const [host, address] = placeOf(place);
  return readCheck({ id, host, address, port, severity, finding, cve, cwe, seen });
}

/** `www.acme.example/203.0.113.7` */
function placeOf(text: string | undefined): [host: string | undefined, address: string | undefined] {
  const slash = text?.lastIndexOf('/') ?? -1;
  const address = addressOf(text?.slice(slash + 1));
  return [hostOf(slash > 0 ? text?.slice(0, slash) : text), address];
}

function readCheck(check: Check): ObservationDraft | NamesOnly | undefined {
  const { id, severity } = check;
  if (id === undefined || severity === undefined) throw new RecordError('no id or no severity: not a check of testssl');
  if (ABOUT_SCAN.test(id)) return undefined;
  const word = severity.toUpperCase();
  const faults = new Faults();
  const draft = draftOf({
    hosts: [check.host, check.address],
    title: `testssl: ${id}`,
    description: check.finding,
    observationType: `${SOURCE} ${id.split(' ', 1)[0] ?? id}`,
    category: categoryOf(id, check.cve),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => {
      const known = word === 'OK' || UNKNOWN.has(word) ? 'OBSERVATION_SEVERITY_INFO' : OBSERVATION_SEVERITY.parse(word);
      if (!known) throw new RecordError(`severity: ${quoted(severity)} is not a severity of testssl`);
      return known;
    }),
    asset: portAsset(check.address, check.port),
    cveIds: cveIdsIn(check.cve),
    cweIds: check.cwe?.split(' ').map(cweIdOf) ?? [],
    evidence: [check.finding],
    source: { name: SOURCE, externalId: id },
    ...sightings(check.seen, check.seen),
  });
  if (word === 'OK') return { ...draft, goneBecause: 'The check passed (severity OK)' };
  return UNKNOWN.has(word) ? { names: draft } : faults.check(draft);
}

function categoryOf(id: string, cve: string | undefined): ObservationCategory {
  if (cve !== undefined) return 'OBSERVATION_CATEGORY_VULNERABILITY';
  return ABOUT_HTTP.test(id) ? 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY' : 'OBSERVATION_CATEGORY_ENCRYPTION';
}
