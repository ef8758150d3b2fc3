/** How the values of a field are kept in observation_value, and which terms of rows they become (observation_terms in SQL). */
export interface Facet {
  /** The name under which values are kept. */
  kept: string;
  /** The number of the field in its terms. */
  term: number;
  /** The bit of the field in PRESENCE, where it can be unset. */
  bit?: number;
  /** Whether a row has several values: then the counts of values may count a row twice. */
  isList?: boolean;
  /** Whether parts of values, or values in any case, are found by an index. */
  isSearched?: boolean;
  /** Whether very long values share one mark among the kept values. */
  hasMark?: boolean;
  /** Whether there are almost as many values as observations. */
  isNearlyUnique?: boolean;
  /** The type of values that are compared as numbers. */
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

/** EPSS scores are kept in steps of a hundredth: a step contains scores on both sides of most bounds. */
export const EPSS_STEP: Facet = { kept: 'EPSS_STEP', term: 20, bit: 8192, number: 'numeric' };

/** Bits of fields that are in no facet above. */
export const FURTHER_BITS: Readonly<Record<string, number>> = { VENDOR_ID: 1, EPSS_SCORE: 8192 };

/** What stands for every value too long to be kept. */
export const MARK = `E'\\x01'`;
