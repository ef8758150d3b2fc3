import { Filters } from '#platform/filters/filter.dto';
import { Deadline, Int32, Text, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

/** Absent fields stay unchanged; null clears. */
export class AssignObservationsRequest {
  @TextList({
    max: 1024,
    maxItems: 1000,
    optional: true,
    description: 'When not empty, exactly these are assigned and filters are ignored.',
  })
  observationOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Text({
    max: 255,
    min: 1,
    nullable: true,
    trim: true,
    line: true,
    example: 'jo@northwind-insurance.com',
    description: 'A name or e-mail address.',
  })
  assignee?: string | null;

  @Deadline({
    nullable: true,
    example: '2026-12-31T00:00:00.000Z',
    description: 'Takes precedence over the remediation policy; null: follow the policy again.',
  })
  dueAt?: string | null;
}

export class AssignObservationsResponse {
  @Int32({ example: 12 })
  updatedCount!: number;

  @Int32({ example: 0, description: 'Had that assignee and due date already.' })
  unchangedCount!: number;
}
