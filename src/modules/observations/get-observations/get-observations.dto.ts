import { Filters } from '#platform/filters/filter.dto';
import { Choice, Int64, Member, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { Observation, OBSERVATION_IDS } from '../observation.dto';
import { OBSERVATION_CATALOGUE } from '../observation-fields';
import { OBSERVATION_MODE, type ObservationMode } from '#shared/observation.enums';
import { TOTAL_COUNT_MODE, TOTAL_COUNT_TYPE, type TotalCountMode, type TotalCountType } from '../total-count';
import { OBSERVATION_SORTS } from '../search/sorts';

export class GetObservationsRequest extends PageRequest {
  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Member(OBSERVATION_MODE, { optional: true, description: 'Unset: OPEN.' })
  mode?: ObservationMode;

  @Choice(Object.keys(OBSERVATION_SORTS), {
    optional: true,
    example: 'firstSeen',
    description:
      'Default: firstSeen, which never changes. In the order of lastSeen or updatedAt, paging can miss a row that changes meanwhile. Rows of the same severity or score are sorted by firstSeen.',
  })
  sortField?: keyof typeof OBSERVATION_SORTS;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: DESC.' })
  sortOrder?: SortOrder;

  @Member(TOTAL_COUNT_MODE, { optional: true, description: 'Default: BOUNDED, exact up to 1,000.' })
  countMode?: TotalCountMode;

  @FieldNames(Observation, OBSERVATION_IDS, ['title', 'severity', 'vendor', 'subjectDomain', 'cveIds', 'lastSeen'])
  fields?: string[];
}

export class GetObservationsResponse {
  @NestedList(() => Observation, { maxItems: MAX_PAGE })
  observations!: Observation[];

  @Int64({ optional: true, example: '4211', description: 'Matching observations; absent with countMode NONE.' })
  totalCount?: string;

  @Member(TOTAL_COUNT_TYPE, { optional: true })
  totalCountType?: TotalCountType;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
