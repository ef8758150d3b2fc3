import { Filters } from '#platform/filters/filter.dto';
import { Int32, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export class FlagObservationsRequest {
  @TextList({
    max: 1024,
    maxItems: 1000,
    optional: true,
    description: 'When not empty, exactly these are flagged and filters are ignored.',
  })
  observationOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;
}

export class FlagObservationsResponse {
  @Int32({ example: 12, description: 'Newly flagged.' })
  flaggedCount!: number;

  @Int32({ example: 3, description: 'Already flagged before.' })
  alreadyFlaggedCount!: number;
}
