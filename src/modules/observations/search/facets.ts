import { ofBoolean, ofList, ofNumber, ofText, type StateBits } from './state-bits';

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
  /** Where the state of an observation has bits of its values. */
  inState?: StateBits;
  /** The numeric type, if values are compared as numbers. */
  number?: 'bigint' | 'numeric';
}

export const PRESENCE: Facet = { kept: 'PRESENCE', term: 24 };

/** By the name of the filter field, without its prefix. */
export const FACETS: Readonly<Record<string, Facet>> = {
  VENDOR: { kept: 'VENDOR', term: 1, inState: ofText('name_bits', 0, 8), isSearched: true },
  SUBJECT_DOMAIN: { kept: 'SUBJECT_DOMAIN', term: 2, inState: ofText('name_bits', 8, 8), isSearched: true },
  OBSERVATION_TYPE: { kept: 'OBSERVATION_TYPE', term: 3, inState: ofText('name_bits', 16, 8) },
  TITLE: { kept: 'TITLE', term: 4, inState: ofText('name_bits', 24, 12), isSearched: true, hasMark: true },
  CATEGORY: { kept: 'CATEGORY', term: 5, inState: ofNumber(0, 4) },
  SEVERITY: { kept: 'SEVERITY', term: 6, inState: ofNumber(4, 3) },
  CONFIDENCE: { kept: 'CONFIDENCE', term: 7, inState: ofNumber(7, 3), bit: 2 },
  APPROVAL_STATUS: { kept: 'APPROVAL_STATUS', term: 8, inState: ofNumber(10, 3) },
  ASSET_TYPE: { kept: 'ASSET_TYPE', term: 9, inState: ofNumber(13, 3), bit: 4 },
  ASSET_IP: { kept: 'ASSET_IP', term: 10, inState: ofText('name_bits', 36, 6), bit: 8 },
  ASSET_PORT: { kept: 'ASSET_PORT', term: 11, inState: ofNumber(38, 8), bit: 16, number: 'bigint' },
  ASSET_PROTOCOL: { kept: 'ASSET_PROTOCOL', term: 12, inState: ofNumber(16, 3), bit: 32 },
  ASSET_DOMAIN: { kept: 'ASSET_DOMAIN', term: 13, inState: ofText('name_bits', 42, 6), bit: 64, isSearched: true },
  ASSET_URL: { kept: 'ASSET_URL', term: 14, bit: 128, isSearched: true, hasMark: true, isNearlyUnique: true },
  CVE: { kept: 'CVE', term: 15, inState: ofList('name_bits', 48), bit: 256, isList: true },
  CWE: { kept: 'CWE', term: 16, inState: ofList('kind_bits', 54), bit: 512, isList: true },
  TAG: { kept: 'TAG', term: 17, inState: ofList('name_bits', 56), bit: 1024, isList: true, isSearched: true },
  CVSS_BASE_SCORE: { kept: 'CVSS_BASE_SCORE', term: 18, inState: ofNumber(24, 7, 10), bit: 2048, number: 'numeric' },
  CVSS_SEVERITY: { kept: 'CVSS_SEVERITY', term: 19, inState: ofNumber(19, 3), bit: 4096 },
  KNOWN_EXPLOITED: { kept: 'KNOWN_EXPLOITED', term: 21, inState: ofBoolean(22) },
  RANSOMWARE_USE: { kept: 'RANSOMWARE_USE', term: 22, inState: ofBoolean(23) },
  SOURCE: { kept: 'SOURCE', term: 23, inState: ofText('kind_bits', 46, 8), isSearched: true },
};

/** EPSS scores are kept in steps of a hundredth, so the step at a bound contains scores on both sides of it. */
export const EPSS_STEP: Facet = { kept: 'EPSS_STEP', term: 20, inState: ofNumber(31, 7, 100), bit: 8192, number: 'numeric' };

/** Bits of fields without a facet above. */
export const FURTHER_BITS: Readonly<Record<string, number>> = { VENDOR_ID: 1, EPSS_SCORE: 8192 };

/** Kept in place of every value that is too long. */
export const MARK = `E'\\x01'`;
