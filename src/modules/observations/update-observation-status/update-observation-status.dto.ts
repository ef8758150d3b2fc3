import { Filters } from '#platform/filters/filter.dto';
import { Int32, Member, NestedList, Text, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '../observation-fields';
import { APPROVAL_STATUS, type ApprovalStatus } from '#shared/observation.enums';

export class UpdateObservationStatusRequest {
  @TextList({ max: 1024, maxItems: 1000, optional: true, description: 'When not empty, exactly these are moved and filters are ignored.' })
  observationOrns?: string[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Member(APPROVAL_STATUS, {
    description: 'Open observations move to TRIAGED_INTERNAL, TRIAGED_EXTERNAL, RESOLVED or EXCLUDED; closed ones to BACKLOG.',
  })
  approvalStatus!: ApprovalStatus;

  @Text({ max: 4000, optional: true, trim: true, description: 'Recorded in the history; required for EXCLUDED.' })
  comment?: string;
}

export class SkippedObservations {
  @Member(APPROVAL_STATUS, { description: 'Their status, which stays unchanged.' })
  approvalStatus!: ApprovalStatus;

  @Int32({ example: 3 })
  count!: number;
}

export class UpdateObservationStatusResponse {
  @Int32({ example: 5 })
  updatedCount!: number;

  @Int32({ example: 0, description: 'Already in that status.' })
  unchangedCount!: number;

  @Int32({
    example: 3,
    description: 'Matched by the filters, but the transition is not allowed. By ORN, one such observation fails the call.',
  })
  skippedCount!: number;

  @NestedList(() => SkippedObservations, {
    maxItems: APPROVAL_STATUS.members.length,
    description: 'The skipped observations by status.',
  })
  skipped!: SkippedObservations[];
}
