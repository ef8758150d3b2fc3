import { Filters } from '#platform/filters/filter.dto';
import { Int32, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export class UnflagObservationGroupsRequest {
  @TextList({
    max: 1024,
    maxItems: 200,
    optional: true,
    description: 'When not empty, exactly these groups lose their flag and filters are ignored.',
  })
  groupOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;
}

export class UnflagObservationGroupsResponse {
  @Int32({ example: 2, description: 'Groups whose flag was removed.' })
  unflaggedCount!: number;

  @Int32({ example: 1, description: 'Groups that had no flag.' })
  notFlaggedCount!: number;
}
