import { Filters } from '#platform/filters/filter.dto';
import { Int32, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export class FlagObservationGroupsRequest {
  @TextList({
    max: 1024,
    maxItems: 200,
    optional: true,
    description: 'When not empty, exactly these groups are flagged and filters are ignored.',
  })
  groupOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;
}

export class FlagObservationGroupsResponse {
  @Int32({ example: 2, description: 'Groups newly flagged.' })
  flaggedCount!: number;

  @Int32({ example: 1, description: 'Groups already flagged before.' })
  alreadyFlaggedCount!: number;
}
