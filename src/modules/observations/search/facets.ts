/**
 * How filters find the values of a field. The kept values are the rows of observation_value: one per value, with its number of open and
 * closed observations. The SQL function observation_terms turns the values of a row into its terms.
 */
export interface Facet {
  /** The name of the field in observation_value. */
  kept: string;
  /** The number of the field in its terms. */
  term: number;
  /** The bit of the field in PRESENCE, if the field can be unset. */
  bit?: number;
  /** Whether a row can have several values: then a sum over values may count a row twice. */
  isList?: boolean;
  /** Whether an index finds values by a part of them, or regardless of case. */
  isSearched?: boolean;
  /** Whether values can be too long to be kept: then MARK is kept instead. */
  hasMark?: boolean;
  /** Whether there are almost as many values as observations. */
  isNearlyUnique?: boolean;
  /** The numeric type, if values are compared as numbers. */
  number?: 'bigint' | 'numeric';
}

export const PRESENCE: Facet = { kept: 'PRESENCE', term: 24 };

/** By the name of the filter field, without its prefix. */
export const FACETS: Readonly<Record<string, Facet>> = {
  VENDOR: { kept: 'VENDOR', term: 1, isSearched: true },
  SUBJECT_DOMAIN: { kept: 'SUBJECT_DOMAIN', term: 2, isSearched: true },
  OBSERVATION_TYPE: { kept: 'OBSERVATION_TYPE', term: 3 },
  TITLE: { kept: 'TITLE', term: 4, isSearched: true, hasMark: true },
  CATEGORY: { kept: 'CATEGORY', term: 5 },
  SEVERITY: { kept: 'SEVERITY', term: 6 },
  CONFIDENCE: { kept: 'CONFIDENCE', term: 7, bit: 2 },
  APPROVAL_STATUS: { kept: 'APPROVAL_STATUS', term: 8 },
  ASSET_TYPE: { kept: 'ASSET_TYPE', term: 9, bit: 4 },
  ASSET_IP: { kept: 'ASSET_IP', term: 10, bit: 8 },
  ASSET_PORT: { kept: 'ASSET_PORT', term: 11, bit: 16, number: 'bigint' },
  ASSET_PROTOCOL: { kept: 'ASSET_PROTOCOL', term: 12, bit: 32 },
  ASSET_DOMAIN: { kept: 'ASSET_DOMAIN', term: 13, bit: 64, isSearched: true },
  ASSET_URL: { kept: 'ASSET_URL', term: 14, bit: 128, isSearched: true, hasMark: true, isNearlyUnique: true },
  CVE: { kept: 'CVE', term: 15, bit: 256, isList: true },
  CWE: { kept: 'CWE', term: 16, bit: 512, isList: true },
  TAG: { kept: 'TAG', term: 17, bit: 1024, isList: true, isSearched: true },
  CVSS_BASE_SCORE: { kept: 'CVSS_BASE_SCORE', term: 18, bit: 2048, number: 'numeric' },
  CVSS_SEVERITY: { kept: 'CVSS_SEVERITY', term: 19, bit: 4096 },
  KNOWN_EXPLOITED: { kept: 'KNOWN_EXPLOITED', term: 21 },
  RANSOMWARE_USE: { kept: 'RANSOMWARE_USE', term: 22 },
  SOURCE: { kept: 'SOURCE', term: 23, isSearched: true },
};

/** EPSS scores are kept in steps of a hundredth, so the step at a bound contains scores on both sides of it. */
export const EPSS_STEP: Facet = { kept: 'EPSS_STEP', term: 20, bit: 8192, number: 'numeric' };

/** Bits of fields without a facet above. */
export const FURTHER_BITS: Readonly<Record<string, number>> = { VENDOR_ID: 1, EPSS_SCORE: 8192 };

/** Kept in place of every value that is too long. */
export const MARK = `E'\\x01'`;
