import { Filters } from '#platform/filters/filter.dto';
import { Bool, Choice, DateTime, Int64, Member, Nested, NestedList, Num, Text, TextList } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { GROUP_ORN_EXAMPLE } from '../observation.dto';
import { OBSERVATION_CATALOGUE } from '../observation-fields';
import {
  OBSERVATION_CATEGORY,
  OBSERVATION_GROUP_KIND,
  OBSERVATION_MODE,
  OBSERVATION_SEVERITY,
  type ObservationMode,
} from '#shared/observation.enums';
import { SeverityCounts } from '#shared/severity-counts.dto';
import { TOTAL_COUNT_MODE, TOTAL_COUNT_TYPE, type TotalCountMode, type TotalCountType } from '../total-count';

export const GROUP_SORTS = ['observationCount', 'severity', 'lastSeen', 'vendorCount'] as const;
export type GroupSort = (typeof GROUP_SORTS)[number];

/** Observations of the same CVE, or else of the same type. An observation with several CVEs is in the group of each. */
export class ObservationGroup {
  @Text({ max: 1024, example: GROUP_ORN_EXAMPLE }) groupOrn!: string;
  @Member(OBSERVATION_GROUP_KIND) kind!: string;
  @Text({ max: 500, example: 'CVE-2021-44228' }) title!: string;
  @Member(OBSERVATION_CATEGORY) category!: string;
  @Member(OBSERVATION_SEVERITY, { description: 'Highest severity among the matching observations.' }) maxSeverity!: string;
  @Nested(() => SeverityCounts, { description: 'Counts of the matching observations.' }) severityCounts!: SeverityCounts;
  @Int64({ example: '21', description: 'Observations of the group that match the request.' }) observationCount!: string;
  @Int64({ example: '9', description: 'Vendors with an observation of the group, in the requested mode.' }) vendorCount!: string;
  @Int64({ example: '2', description: 'Flagged observations of the group, in the requested mode.' }) flaggedCount!: string;
  @Bool({ description: 'Whether the group itself was flagged.' }) isFlagged!: boolean;
  @TextList({ max: 32, maxItems: 50 }) cveIds!: string[];
  @Num({
    optional: true,
    example: 10,
    description: 'This and the following fields describe all observations of the group, open or resolved.',
  })
  maxCvssBaseScore?: number;
  @Bool() knownExploited!: boolean;
  @DateTime() firstSeen!: string;
  @DateTime() lastSeen!: string;
}

export class GetObservationGroupsRequest extends PageRequest {
  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Member(OBSERVATION_MODE, { optional: true, description: 'Unset: OPEN.' })
  mode?: ObservationMode;

  @Choice(GROUP_SORTS, {
    optional: true,
    example: 'observationCount',
    description: 'Default: observationCount. These values change, so paging can miss a group that changes meanwhile.',
  })
  sortField?: GroupSort;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: DESC.' })
  sortOrder?: SortOrder;

  @Member(TOTAL_COUNT_MODE, { optional: true, description: 'Default: BOUNDED, exact up to 1,000.' })
  countMode?: TotalCountMode;

  @FieldNames(ObservationGroup, ['groupOrn'], ['title', 'maxSeverity', 'observationCount', 'vendorCount', 'knownExploited', 'lastSeen'])
  fields?: string[];
}

export class GetObservationGroupsResponse {
  @NestedList(() => ObservationGroup, { maxItems: MAX_PAGE })
  observationGroups!: ObservationGroup[];

  @Int64({ optional: true, example: '312', description: 'Matching groups; absent with countMode NONE.' })
  totalCount?: string;

  @Member(TOTAL_COUNT_TYPE, { optional: true })
  totalCountType?: TotalCountType;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
