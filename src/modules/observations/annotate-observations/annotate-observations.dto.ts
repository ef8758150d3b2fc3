import { Filters } from '#platform/filters/filter.dto';
import { Int32, TextList } from '#platform/fields/fields';
import { Annotation } from '#shared/external-reference.dto';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export class AnnotateObservationsRequest extends Annotation {
  @TextList({
    max: 1024,
    maxItems: 1000,
    optional: true,
    description: 'When not empty, exactly these are annotated and filters are ignored.',
  })
  observationOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;
}

export class AnnotateObservationsResponse {
  @Int32({ example: 12, description: 'Got the comment, or a reference that is new, changed or removed.' })
  updatedCount!: number;

  @Int32({ example: 0, description: 'Had exactly these references already, and no comment was given.' })
  unchangedCount!: number;
}
