import { Int32, Int64, Member, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { OBSERVATION_MODE, type ObservationMode } from '#shared/observation.enums';

export class FilterOptionValue {
  @Text({ max: 2048, example: 'OBSERVATION_CATEGORY_ENCRYPTION', description: 'The value to use in a filter on the field.' })
  value!: string;
  @Text({ max: 2048, example: 'Encryption' }) displayName!: string;
  @Int64({ example: '1204', description: 'Observations with this value, in the requested mode.' }) count!: string;
}

export class GetObservationFilterOptionValuesRequest {
  @Text({ max: 64, example: 'OBSERVATIONS_FIELD_CATEGORY', description: 'An OBSERVATIONS_FIELD member that has discrete values.' })
  field!: string;

  @Member(OBSERVATION_MODE, { optional: true, description: 'Unset: OPEN.' })
  mode?: ObservationMode;

  @Text({ max: 200, optional: true, description: 'Only values or display names that contain this text; case-insensitive.' })
  query?: string;

  @Int32({ optional: true, example: 50, description: '50 when unset or 0, at most 200.' })
  limit?: number;

  @Text({ max: 4096, optional: true, description: 'nextCursor of the previous page.' })
  cursor?: string;

  @FieldNames(FilterOptionValue, ['value'], ['count'])
  fields?: string[];
}

export class GetObservationFilterOptionValuesResponse {
  @Text({ max: 64, example: 'OBSERVATIONS_FIELD_CATEGORY' })
  field!: string;

  @NestedList(() => FilterOptionValue, { maxItems: MAX_PAGE, description: 'By count, highest first.' })
  values!: FilterOptionValue[];

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
