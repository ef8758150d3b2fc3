import { cweIdOfField } from '#platform/import/identifiers';
import { asRecord, asText, recordsOf, type JsonRecord } from '#platform/import/json-value';
import { proseOf } from '#platform/import/text';
import { catalogueValues } from './catalogue-document';

export interface CapecPattern {
  capec: string;
  summary: string;
  description: string;
  /** The weaknesses it exploits; none when the pattern is withdrawn. */
  cwes: string[];
}

const MAX_LENGTH = { summary: 500, description: 4000 };
const CAPEC_ID = /^CAPEC-\d{1,9}$/;
const WITHDRAWN = ['Deprecated', 'Obsolete'];

/** A STIX 2.1 bundle of CAPEC attack patterns; other objects are ignored. */
export async function* readCapec(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CapecPattern> {
  for await (const { value } of catalogueValues(bytes, { list: 'objects', name: 'STIX bundle' })) {
    const pattern = readPattern(asRecord(value));
    if (pattern) yield pattern;
  }
}

function readPattern(object: JsonRecord | undefined): CapecPattern | undefined {
  if (object?.['type'] !== 'attack-pattern') return undefined;
  const references = recordsOf(object['external_references']);
  const idsOf = (source: string) =>
    references.flatMap((reference) => (reference['source_name'] === source ? (asText(reference['external_id']) ?? []) : []));
  const capec = idsOf('capec').find((id) => CAPEC_ID.test(id));
  const summary = proseOf(asText(object['name']), MAX_LENGTH.summary);
  if (capec === undefined || summary === undefined) return undefined;
  const isWithdrawn = object['revoked'] === true || WITHDRAWN.includes(asText(object['x_capec_status']) ?? '');
  return {
    capec,
    summary,
    description: proseOf(plainText(asText(object['description']) ?? ''), MAX_LENGTH.description) ?? summary,
    cwes: isWithdrawn ? [] : [...new Set(idsOf('cwe').flatMap((id) => cweIdOfField(id) ?? []))],
  };
}

/** Some descriptions contain markup. */
function plainText(text: string): string {
  return text.replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, ' ').replaceAll(/\s+/g, ' ');
}
