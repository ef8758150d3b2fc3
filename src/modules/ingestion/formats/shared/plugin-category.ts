import type { ObservationCategory } from '#shared/observation.enums';

/** By words of the plugin's family and name; the first fit decides. */
const CATEGORY_OF_WORD: [RegExp, ObservationCategory][] = [
  [/\b(?:ssl|tls|certificate)\b/i, 'OBSERVATION_CATEGORY_ENCRYPTION'],
  [/\b(?:malware|backdoors?)\b/i, 'OBSERVATION_CATEGORY_MALWARE_INFECTION'],
  [/\b(?:web|cgi|http)\b/i, 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY'],
  [/\b(?:dns)\b/i, 'OBSERVATION_CATEGORY_DNS_HEALTH'],
  [/\b(?:smtp|mail)\b/i, 'OBSERVATION_CATEGORY_EMAIL_SECURITY'],
  [/\b(?:detection|port scanners)\b/i, 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE'],
];

/** The category of what a plugin of a network scanner found. */
export function pluginCategory(cveIds: readonly unknown[], family: string | undefined, name: string | undefined): ObservationCategory {
  if (cveIds.length > 0) return 'OBSERVATION_CATEGORY_VULNERABILITY';
  const text = `${family ?? ''} ${name ?? ''}`.slice(0, 1000);
  return CATEGORY_OF_WORD.find(([words]) => words.test(text))?.[1] ?? 'OBSERVATION_CATEGORY_NETWORK_SECURITY';
}
