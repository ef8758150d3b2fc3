import { isoTime } from '#platform/database/iso-time';
import type { TextRow } from '#platform/database/wire-row';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { printGroupOrn } from '#shared/orn';
import type { View } from '#shared/view';

/** Number of columns that renderGroup reads; the sort key and the total come after them. */
export const GROUP_COLUMN_COUNT = 18;

/** The JSON of an ObservationGroup. */
export function renderGroup(row: TextRow, view: View, owner: string): string {
  const [key, type, title, category, maxSeverity, info, low, medium, high, critical, count, vendors, flagged, flaggedAt, cvss, exploited] =
    row as [string, ...(string | null)[]];
  const [firstSeen, lastSeen] = row.slice(GROUP_COLUMN_COUNT - 2) as [string, string];
  const isCve = key.startsWith('CVE-') && key !== type;
  const cve = JSON.stringify(key);
  return (
    `{"groupOrn":"${printGroupOrn({ view: view.orn, key, owner })}",` +
    `"kind":"OBSERVATION_GROUP_KIND_${isCve ? 'CVE' : 'OBSERVATION_TYPE'}","title":${isCve ? cve : JSON.stringify(title)},` +
    `"category":"${OBSERVATION_CATEGORY.toMember(Number(category))}","maxSeverity":"${OBSERVATION_SEVERITY.toMember(Number(maxSeverity))}",` +
    `"severityCounts":{"critical":"${critical}","high":"${high}","medium":"${medium}","low":"${low}","info":"${info}"},` +
    `"observationCount":"${count}","vendorCount":"${vendors}","flaggedCount":"${flagged}","isFlagged":${flaggedAt !== null},` +
    `"cveIds":[${isCve ? cve : ''}],${cvss === null ? '' : `"maxCvssBaseScore":${Number(cvss)},`}"knownExploited":${exploited === 't'},` +
    `"firstSeen":"${isoTime(firstSeen)}","lastSeen":"${isoTime(lastSeen)}"}`
  );
}
