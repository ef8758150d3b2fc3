/** A field in the bits of a state, as in search/facets.ts of the service. */
interface Place {
  value: string;
  shift: number;
  size: number;
}

/** The lowest bits of a number. Members of enumerations fit whole. */
const NUMBERS: readonly Place[] = [
  { value: 'category', shift: 0, size: 4 },
  { value: 'severity', shift: 4, size: 3 },
  { value: 'confidence', shift: 7, size: 3 },
  { value: 'status', shift: 10, size: 3 },
  { value: 'asset', shift: 13, size: 3 },
  { value: 'protocol', shift: 16, size: 3 },
  { value: 'cvss_severity', shift: 19, size: 3 },
  { value: 'exploited::int', shift: 22, size: 1 },
  { value: 'ransomware::int', shift: 23, size: 1 },
  { value: '(cvss * 10)::int', shift: 24, size: 7 },
  { value: '(trunc(epss, 2) * 100)::int', shift: 31, size: 7 },
  { value: 'port', shift: 38, size: 8 },
];

/** The lowest bits of the hash of a text. */
const TEXTS: readonly Place[] = [
  { value: 'party', shift: 0, size: 8 },
  { value: 'subject', shift: 8, size: 8 },
  { value: 'kind', shift: 16, size: 8 },
  { value: 'observation_word(title)', shift: 24, size: 12 },
  { value: 'ip', shift: 36, size: 6 },
  { value: 'host', shift: 42, size: 6 },
];

/** One bit for each element of a list, and all of them for a list of more than three. */
const LISTS = { cwes: 54, cves: 48, tags: 56 };

const packed = ({ value, shift, size }: Place) => `((coalesce(${value}, 0) & ${2 ** size - 1})::bigint << ${shift})`;
const hashed = (place: Place) => packed({ ...place, value: `hashtext(${place.value})` });

function listed(list: keyof typeof LISTS): string {
  const bit = (place: number) => `(1 << (hashtext(${list}[${place}]) & 7))`;
  return `((CASE cardinality(${list}) WHEN 0 THEN 0 WHEN 1 THEN ${bit(1)} WHEN 2 THEN ${bit(1)} | ${bit(2)} WHEN 3 THEN ${bit(1)} | ${bit(2)} | ${bit(3)} ELSE 255 END)::bigint << ${LISTS[list]})`;
}

/**
 * A few bits of each value of an observation, for the index of its last change: rows with other bits do not match a filter. The functions are
 * plain expressions, so PostgreSQL inlines them.
 */
export const BITS = [
  `
CREATE FUNCTION observation_kind_bits(
  category smallint, severity smallint, confidence smallint, status smallint, asset smallint, protocol smallint, cvss_severity smallint,
  exploited boolean, ransomware boolean, cvss numeric, epss numeric, port integer, source text, cwes text[])
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ${[...NUMBERS.map(packed), hashed({ value: 'source', shift: 46, size: 8 }), listed('cwes')].join('\n       | ')}
$$`,
  `
CREATE FUNCTION observation_name_bits(party text, subject text, kind text, title text, ip text, host text, cves text[], tags text[])
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ${[...TEXTS.map(hashed), listed('cves'), listed('tags')].join('\n       | ')}
$$`,
];

/** Longer URLs would have nearly all bits, and take long to read. */
const MAX_URL_LETTERS = 256;

export const URL_BITS = [
  /**
   * A bit for every second piece of three letters, regardless of case, from the given letter on. A text begins in a longer one at an odd or at an
   * even letter: what contains it has the bits of all its pieces from the first letter on, or of all from the second on.
   */
  `
CREATE FUNCTION observation_text_bits(value text, first integer) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text := lower(value);
  bits bigint := 0;
BEGIN
  FOR place IN first .. length(letters) - 2 BY 2 LOOP
    bits := bits | (1::bigint << (hashtext(substr(letters, place, 3)) & 63));
  END LOOP;
  RETURN bits;
END $$`,
  `
CREATE FUNCTION observation_url_bits(url text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN url IS NULL THEN 0 WHEN length(url) > ${MAX_URL_LETTERS} THEN -1 ELSE observation_text_bits(url, 1) END
$$`,
];

/** The bits of an observation, by the alias of its row. */
export function bitsWithUrlOf(row: string): Readonly<Record<'kind_bits' | 'name_bits' | 'url_bits', string>> {
  return { ...bitsOf(row), url_bits: `observation_url_bits(${row}.asset_url)` };
}

/** The same without those of its URL. */
export function bitsOf(row: string): { kind_bits: string; name_bits: string } {
  const columns = (names: string) => names.replace(/\w+/g, (name) => `${row}.${name}`);
  return {
    kind_bits: `observation_kind_bits(${columns('category, severity, confidence, approval_status, asset_type, asset_protocol, cvss_severity, is_known_exploited, is_ransomware_used, cvss_base_score, epss_score, asset_port, source_name, cwe_ids')})`,
    name_bits: `observation_name_bits(${columns('party_domain, subject_domain, observation_type, title, asset_ip, asset_domain, cve_ids, tags')})`,
  };
}
