import { Filters } from '#platform/filters/filter.dto';
import { Int32, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export class UnflagObservationsRequest {
  @TextList({
    max: 1024,
    maxItems: 1000,
    optional: true,
    description: 'When not empty, exactly these lose their flag and filters are ignored.',
  })
  observationOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;
}

export class UnflagObservationsResponse {
  @Int32({ example: 12, description: 'Flags removed.' })
  unflaggedCount!: number;

  @Int32({ example: 3, description: 'Had no flag.' })
  notFlaggedCount!: number;
}
