import { ADDED, DATED, daysOfValues, UNDATED, type Dating } from './kept-values.sql';
import { forEachOrganization, onEveryWrite, OWN_ROWS } from './tools';

/** The number of every field with terms, as in search/facets.ts of the service. */
const TERM = {
  VENDOR: 1,
  SUBJECT_DOMAIN: 2,
  OBSERVATION_TYPE: 3,
  TITLE: 4,
  CATEGORY: 5,
  SEVERITY: 6,
  CONFIDENCE: 7,
  APPROVAL_STATUS: 8,
  ASSET_TYPE: 9,
  ASSET_IP: 10,
  ASSET_PORT: 11,
  ASSET_PROTOCOL: 12,
  ASSET_DOMAIN: 13,
  ASSET_URL: 14,
  CVE: 15,
  CWE: 16,
  TAG: 17,
  CVSS_BASE_SCORE: 18,
  CVSS_SEVERITY: 19,
  EPSS_STEP: 20,
  KNOWN_EXPLOITED: 21,
  RANSOMWARE_USE: 22,
  SOURCE: 23,
  PRESENCE: 24,
} as const;

/** A text as a kept value. A B-tree cannot hold very long texts, so they all become the same mark. */
const WORD = `
CREATE FUNCTION observation_word(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) > 1000 THEN E'\\x01' ELSE value END
$$`;

/** Which optional fields of an observation are set, one bit each. */
const PRESENCE = `
CREATE FUNCTION observation_presence(vendor uuid, confidence smallint, asset smallint, ip text, port integer, protocol smallint, host text, url text,
                                     cves text[], cwes text[], tags text[], cvss numeric, cvss_severity smallint, epss numeric)
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (vendor IS NOT NULL)::int + (confidence IS NOT NULL)::int * 2 + (asset IS NOT NULL)::int * 4 + (ip IS NOT NULL)::int * 8
       + (port IS NOT NULL)::int * 16 + (protocol IS NOT NULL)::int * 32 + (host IS NOT NULL)::int * 64 + (url IS NOT NULL)::int * 128
       + (cves <> '{}')::int * 256 + (cwes <> '{}')::int * 512 + (tags <> '{}')::int * 1024 + (cvss IS NOT NULL)::int * 2048
       + (cvss_severity IS NOT NULL)::int * 4096 + (epss IS NOT NULL)::int * 8192
$$`;

/** The columns that observation_presence takes. */
const OF_PRESENCE = [
  'vendor_id',
  'confidence',
  'asset_type',
  'asset_ip',
  'asset_port',
  'asset_protocol',
  'asset_domain',
  'asset_url',
  'cve_ids',
  'cwe_ids',
  'tags',
  'cvss_base_score',
  'cvss_severity',
  'epss_score',
];

/** The term of one value. Organization and view are part of it, so every organization has its own posting lists. */
const ONE_TERM = `
CREATE FUNCTION observation_term(organization uuid, side smallint, field integer, value text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(value, uuid_hash_extended(organization, side) # field)
$$`;

/**
 * All terms of an observation. PL/pgSQL, because an SQL function with a loop over an array is not inlined and then costs more. Not parallel
 * safe, so that a search for terms starts no parallel workers: it finds few rows. Newer PostgreSQL versions build indexes with an empty
 * search path, so calls are qualified with the schema.
 */
const ALL_TERMS = `
CREATE FUNCTION observation_terms(
  organization uuid, side smallint, vendor uuid, party text, subject text, kind text, title text, category smallint, severity smallint, confidence smallint,
  status smallint, asset smallint, ip text, port integer, protocol smallint, host text, url text, cves text[], cwes text[], tags text[],
  cvss numeric, cvss_severity smallint, epss numeric, exploited boolean, ransomware boolean, source text)
RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, side);
  terms bigint[] := array_remove(ARRAY[
    hashtextextended(party, seed # ${TERM.VENDOR}), hashtextextended(subject, seed # ${TERM.SUBJECT_DOMAIN}),
    hashtextextended(kind, seed # ${TERM.OBSERVATION_TYPE}), hashtextextended(public.observation_word(title), seed # ${TERM.TITLE}),
    hashtextextended(category::text, seed # ${TERM.CATEGORY}), hashtextextended(severity::text, seed # ${TERM.SEVERITY}),
    hashtextextended(confidence::text, seed # ${TERM.CONFIDENCE}), hashtextextended(status::text, seed # ${TERM.APPROVAL_STATUS}),
    hashtextextended(asset::text, seed # ${TERM.ASSET_TYPE}), hashtextextended(ip, seed # ${TERM.ASSET_IP}),
    hashtextextended(port::text, seed # ${TERM.ASSET_PORT}), hashtextextended(protocol::text, seed # ${TERM.ASSET_PROTOCOL}),
    hashtextextended(host, seed # ${TERM.ASSET_DOMAIN}), hashtextextended(public.observation_word(url), seed # ${TERM.ASSET_URL}),
    hashtextextended(cvss::text, seed # ${TERM.CVSS_BASE_SCORE}), hashtextextended(cvss_severity::text, seed # ${TERM.CVSS_SEVERITY}),
    hashtextextended(trunc(epss, 2)::text, seed # ${TERM.EPSS_STEP}), hashtextextended(exploited::text, seed # ${TERM.KNOWN_EXPLOITED}),
    hashtextextended(ransomware::text, seed # ${TERM.RANSOMWARE_USE}), hashtextextended(source, seed # ${TERM.SOURCE}),
    hashtextextended(public.observation_presence(vendor, confidence, asset, ip, port, protocol, host, url, cves, cwes, tags, cvss, cvss_severity, epss)::text,
                     seed # ${TERM.PRESENCE})], NULL);
  item text;
BEGIN
  FOREACH item IN ARRAY cves LOOP terms := terms || hashtextextended(item, seed # ${TERM.CVE}); END LOOP;
  FOREACH item IN ARRAY cwes LOOP terms := terms || hashtextextended(item, seed # ${TERM.CWE}); END LOOP;
  FOREACH item IN ARRAY tags LOOP terms := terms || hashtextextended(item, seed # ${TERM.TAG}); END LOOP;
  RETURN terms;
END $$`;

/** The expression of the index and of the view; both must be identical. */
export const TERMS_OF_A_ROW = `observation_terms(organization_id, view, vendor_id, party_domain, subject_domain, observation_type, title, category, severity, confidence,
  approval_status, asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity,
  epss_score, is_known_exploited, is_ransomware_used, source_name)`;

/** The key of a kept value regardless of case, for comparisons of whole values. */
const VALUE_KEY = `
CREATE FUNCTION observation_value_key(organization uuid, side smallint, field text, value text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(lower(value), uuid_hash_extended(organization, side) # hashtextextended(field, 1))
$$`;

/** Hashes of all three-letter pieces, regardless of case: a value that contains a text has all pieces of the text. */
const VALUE_GRAMS = `
CREATE FUNCTION observation_value_grams(organization uuid, side smallint, field text, value text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, side) # hashtextextended(field, 2);
  letters text[] := string_to_array(lower(value), NULL);
  grams bigint[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(letters) - 2 LOOP
    grams := grams || hashtextextended(letters[place] || letters[place + 1] || letters[place + 2], seed);
  END LOOP;
  RETURN grams;
END $$`;

export const GRAMS_OF_A_VALUE = `(observation_value_grams(organization_id, view, field, value) || observation_value_key(organization_id, view, field, value))`;

/** The same, and the last two letters with a mark after them: what ends with a text has the end of the text. */
export const VALUE_PARTS = `
CREATE OR REPLACE FUNCTION observation_value_parts(organization uuid, side smallint, field text, value text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, side) # hashtextextended(field, 2);
  letters text := lower(value) || E'\\x01';
  parts bigint[] := '{}';
BEGIN
  FOR place IN 1 .. length(letters) - 2 LOOP
    parts := parts || hashtextextended(substr(letters, place, 3), seed);
  END LOOP;
  RETURN parts;
END $$`;

export const PARTS_OF_A_VALUE = `(observation_value_parts(organization_id, view, field, value) || observation_value_key(organization_id, view, field, value))`;

/** The view through which filters read values, with their parts as `grams`. Its owner may change it, so whoever migrates is a member meanwhile. */
export const valueSearch = (grams: string) => [
  `GRANT vendor_risk_search TO CURRENT_USER`,
  `
      CREATE OR REPLACE VIEW observation_value_search AS
      SELECT organization_id, view, field, value, open_count, closed_count, ${grams} AS grams, first_day, last_day
        FROM observation_value WHERE ${OWN_ROWS}`,
  `REVOKE vendor_risk_search FROM CURRENT_USER`,
];

/** Values that are compared in part, or regardless of case. */
export const SEARCHED_VALUES = `field IN ('VENDOR', 'SUBJECT_DOMAIN', 'TITLE', 'ASSET_DOMAIN', 'ASSET_URL', 'SOURCE', 'TAG')`;

/** The fields whose values release 1.0.0 did not keep, with an expression on a row. Addresses were added later than the others. */
const WORD_FIELDS = {
  TITLE: 'observation_word(title)',
  ASSET_DOMAIN: 'asset_domain',
  ASSET_URL: 'observation_word(asset_url)',
  PRESENCE: `observation_presence(${OF_PRESENCE.join(', ')})`,
  CVSS_BASE_SCORE: 'cvss_base_score',
  EPSS_STEP: 'trunc(epss_score, 2)',
};
const WORD_FIELDS_WITH_ADDRESSES = { ...WORD_FIELDS, ASSET_IP: 'asset_ip' };
type WordFields = Readonly<Record<string, string>>;

/** Counts the values of the rows of a sub-select, by their sign. Each field is a column of w. */
function countWords(fields: WordFields, rows: string, { by, count, sums, columns: dated, isChanged, update }: Dating = UNDATED): string {
  const names = Object.keys(fields);
  const columns = names.map((_, index) => `w${index}`);
  // GROUPING has a bit per column, which is set if the grouping does not include the column.
  const others = (index: number) => 2 ** names.length - 1 - 2 ** (names.length - 1 - index);
  const [open, closed] = [count('is_open'), count('NOT is_open')];
  const nothing = by && ` HAVING ${open} <> 0 OR ${closed} <> 0`;
  const counted = `SELECT organization_id, view,
                   CASE GROUPING(${columns.join(', ')}) ${names.map((name, index) => `WHEN ${others(index)} THEN '${name}'`).join(' ')} END AS field,
                   coalesce(${columns.map((column) => `${column}::text`).join(', ')}) AS value,
                   ${open} AS open, ${closed} AS closed${sums}
              FROM (${rows}) d
             GROUP BY organization_id, view, GROUPING SETS (${columns.map((column) => `(${column}${by})`).join(', ')})${nothing}`;
  return `
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count${dated})
    SELECT organization_id, view, field, value, open, closed${dated}
      FROM (${by ? daysOfValues(`(${counted}) t`) : counted}) c
     WHERE value IS NOT NULL AND (${isChanged})
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count${update};`;
}

const words = (fields: WordFields, sign: 1 | -1, table: string, condition = '', { day } = UNDATED) =>
  `SELECT ${sign} AS sign, organization_id, view, is_open, ${Object.values(fields)
    .map((value, index) => `${value} AS w${index}`)
    .join(', ')}${day} FROM ${table} WHERE is_listed${condition}`;

const wordsFunction = (
  create: 'CREATE FUNCTION' | 'CREATE OR REPLACE FUNCTION',
  { ofNew, ofChanged, ofGone }: Record<'ofNew' | 'ofChanged' | 'ofGone', string>,
) => `
${create} observation_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN${ofNew}
  ELSIF TG_OP = 'UPDATE' THEN${ofChanged}
  ELSE${ofGone}
  END IF;
  RETURN NULL;
END $$`;

const countAllWords = (fields: WordFields, dating = UNDATED) => {
  const came = words(fields, 1, 'added', '', dating);
  const went = words(fields, -1, 'removed', '', dating);
  return {
    ofNew: countWords(fields, came, dating),
    ofChanged: countWords(fields, `${came} UNION ALL ${went}`, dating),
    ofGone: countWords(fields, went, dating),
  };
};

/** The columns that decide which words a row has, and whether and on which day they count. */
const OF_WORDS = ['view', 'is_open', 'is_listed', 'first_seen', 'title', ...OF_PRESENCE];

/**
 * Counts the words of new rows at once by value, and those of changed rows only where one of the columns has changed: a later sighting
 * changes none of them.
 */
const countChangedWords = (fields: WordFields) => {
  const rowOf = (table: string) => `ROW(${OF_WORDS.map((column) => `${table}.${column}`).join(', ')})`;
  const [came, went] = [words(fields, 1, '(SELECT added.*) a', '', DATED), words(fields, -1, '(SELECT removed.*) r', '', DATED)];
  const changed = `
                SELECT c.* FROM added FULL JOIN removed ON removed.organization_id = added.organization_id AND removed.id = added.id
                 CROSS JOIN LATERAL (${came} UNION ALL ${went}) c
                 WHERE ${rowOf('added')} IS DISTINCT FROM ${rowOf('removed')}`;
  return {
    // With OFFSET, PostgreSQL evaluates the expressions once per row, not once for each field.
    ofNew: countWords(fields, `${words(fields, 1, 'added', '', ADDED)} OFFSET 0`, ADDED),
    ofChanged: countWords(fields, changed, DATED),
    ofGone: countAllWords(fields, DATED).ofGone,
  };
};

const TRIGGERS = onEveryWrite('observation', 'observation_words');

/** Counts existing rows. Writers must be locked out. */
const countExisting = (fields: WordFields) =>
  forEachOrganization(countWords(fields, words(fields, 1, 'observation', ' AND organization_id = own')));

export const SEARCH_FUNCTIONS = [WORD, PRESENCE, ONE_TERM, ALL_TERMS, VALUE_KEY, VALUE_GRAMS];
export const KEEP_WORDS = [wordsFunction('CREATE FUNCTION', countAllWords(WORD_FIELDS)), ...TRIGGERS, countExisting(WORD_FIELDS)];
export const KEEP_ADDRESSES = [
  wordsFunction('CREATE OR REPLACE FUNCTION', countAllWords(WORD_FIELDS_WITH_ADDRESSES)),
  countExisting({ ASSET_IP: WORD_FIELDS_WITH_ADDRESSES.ASSET_IP }),
];
export const KEEP_DAYS_OF_WORDS = wordsFunction('CREATE OR REPLACE FUNCTION', countAllWords(WORD_FIELDS_WITH_ADDRESSES, DATED));
export const KEEP_CHANGED_WORDS = wordsFunction('CREATE OR REPLACE FUNCTION', countChangedWords(WORD_FIELDS_WITH_ADDRESSES));
