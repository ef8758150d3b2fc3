import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GROUP_ORN_EXAMPLE, ORN_EXAMPLE } from './observation.dto';
import { AnnotateObservations } from './annotate-observations/annotate-observations.command';
import { AnnotateObservationsRequest, AnnotateObservationsResponse } from './annotate-observations/annotate-observations.dto';
import { AssignObservations } from './assign-observations/assign-observations.command';
import { AssignObservationsRequest, AssignObservationsResponse } from './assign-observations/assign-observations.dto';
import { FlagObservationsRequest, FlagObservationsResponse } from './flag-observations/flag-observations.dto';
import { FlagObservations } from './flag-observations/flag-observations.command';
import { FlagObservationGroupsRequest, FlagObservationGroupsResponse } from './flag-observation-groups/flag-observation-groups.dto';
import { FlagObservationGroups } from './flag-observation-groups/flag-observation-groups.command';
import { UnflagObservationsRequest, UnflagObservationsResponse } from './unflag-observations/unflag-observations.dto';
import { UnflagObservations } from './unflag-observations/unflag-observations.command';
import { UnflagObservationGroupsRequest, UnflagObservationGroupsResponse } from './unflag-observation-groups/unflag-observation-groups.dto';
import { UnflagObservationGroups } from './unflag-observation-groups/unflag-observation-groups.command';
import { UpdateObservationStatusRequest, UpdateObservationStatusResponse } from './update-observation-status/update-observation-status.dto';
import { UpdateObservationStatus } from './update-observation-status/update-observation-status.command';

/** What can be done to observations. */
@ApiTags('Observations')
@Controller({ path: 'observations/actions', version: '1' })
export class ObservationActionsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('flag')
  @Operation({
    name: 'FlagObservations',
    summary: 'Flag observations for follow-up',
    description:
      'By ORN (at most 1,000, all or nothing) or by filter (any number of open observations). Flagging is idempotent: an observation that is already flagged is counted as such. The ORN of a resolved observation fails the whole call.',
    scopes: ['findings.read', 'findings.flag'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {
      400: ['ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_NOT_FOUND'],
      409: ['OBSERVATION_RESOLVED'],
    },
    sends: FlagObservations,
    request: FlagObservationsRequest,
    response: FlagObservationsResponse,
    example: {
      observationOrns: [ORN_EXAMPLE],
    },
  })
  flagObservations(@CurrentCaller() caller: Caller, @Input() request: FlagObservationsRequest) {
    return this.commands.execute(new FlagObservations(caller, request));
  }

  @Post('flag/groups')
  @Operation({
    name: 'FlagObservationGroups',
    summary: 'Flag whole observation groups',
    description:
      'By group ORN (at most 200) or by filter: every group with an open observation that matches. The groups and all their open observations are flagged; the counts are numbers of groups.',
    scopes: ['findings.read', 'findings.flag'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {
      400: ['ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_GROUP_NOT_FOUND'],
    },
    sends: FlagObservationGroups,
    request: FlagObservationGroupsRequest,
    response: FlagObservationGroupsResponse,
    example: {
      groupOrns: [GROUP_ORN_EXAMPLE],
    },
  })
  flagObservationGroups(@CurrentCaller() caller: Caller, @Input() request: FlagObservationGroupsRequest) {
    return this.commands.execute(new FlagObservationGroups(caller, request));
  }

  @Post('unflag')
  @Operation({
    name: 'UnflagObservations',
    summary: 'Remove the flag of observations',
    description:
      'By ORN (at most 1,000, all or nothing) or by filter (open ones, any number), by the rules of FlagObservations. Observations without a flag are no error and are counted as not flagged. Both the flag and its removal stay in the history.',
    scopes: ['findings.read', 'findings.flag'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {
      400: ['ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_NOT_FOUND'],
      409: ['OBSERVATION_RESOLVED'],
    },
    sends: UnflagObservations,
    request: UnflagObservationsRequest,
    response: UnflagObservationsResponse,
    example: {
      observationOrns: [ORN_EXAMPLE],
    },
  })
  unflagObservations(@CurrentCaller() caller: Caller, @Input() request: UnflagObservationsRequest) {
    return this.commands.execute(new UnflagObservations(caller, request));
  }

  @Post('unflag/groups')
  @Operation({
    name: 'UnflagObservationGroups',
    summary: 'Remove the flag of whole observation groups',
    description:
      'By group ORN (at most 200) or by filter: every group with an open observation that matches. The groups and all their open observations lose their flag; the counts are of groups.',
    scopes: ['findings.read', 'findings.flag'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {
      400: ['ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_GROUP_NOT_FOUND'],
    },
    sends: UnflagObservationGroups,
    request: UnflagObservationGroupsRequest,
    response: UnflagObservationGroupsResponse,
    example: {
      groupOrns: [GROUP_ORN_EXAMPLE],
    },
  })
  unflagObservationGroups(@CurrentCaller() caller: Caller, @Input() request: UnflagObservationGroupsRequest) {
    return this.commands.execute(new UnflagObservationGroups(caller, request));
  }

  @Post('status')
  @Operation({
    name: 'UpdateObservationStatus',
    summary: 'Move observations to another approval status',
    description:
      'Open observations move to TRIAGED_INTERNAL, TRIAGED_EXTERNAL, RESOLVED or EXCLUDED (which needs a comment); RESOLVED and EXCLUDED ones move back to BACKLOG. By ORN, any other transition fails the whole call; by filter, observations that cannot move stay unchanged and are counted in skipped. Scores are updated at once.',
    scopes: ['findings.read', 'findings.triage'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {
      400: ['COMMENT_REQUIRED', 'ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_NOT_FOUND'],
      409: ['INVALID_TRANSITION'],
    },
    sends: UpdateObservationStatus,
    request: UpdateObservationStatusRequest,
    response: UpdateObservationStatusResponse,
    example: {
      observationOrns: [ORN_EXAMPLE],
      approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL',
      comment: 'Checked with the network team',
    },
  })
  updateObservationStatus(@CurrentCaller() caller: Caller, @Input() request: UpdateObservationStatusRequest) {
    return this.commands.execute(new UpdateObservationStatus(caller, request));
  }

  @Post('annotate')
  @Operation({
    name: 'AnnotateObservations',
    summary: 'Comment on observations and link tickets',
    description:
      'Adds a comment to the history, sets external references (system and key, such as a Jira issue) and removes others. By ORN (at most 1,000, all or nothing, resolved ones included) or by filter (any number of open observations). Setting a reference that is already there changes its URL. Imports and rescans keep references.',
    scopes: ['findings.read', 'findings.triage'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    refuses: {
      400: ['NOTHING_TO_CHANGE', 'ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_NOT_FOUND'],
      409: ['TOO_MANY_REFERENCES'],
    },
    sends: AnnotateObservations,
    request: AnnotateObservationsRequest,
    response: AnnotateObservationsResponse,
    example: {
      observationOrns: [ORN_EXAMPLE],
      comment: 'The ticket of the platform team',
      externalReferences: [{ system: 'Jira', key: 'SEC-1042', url: 'https://northwind.example/browse/SEC-1042' }],
    },
  })
  annotateObservations(@CurrentCaller() caller: Caller, @Input() request: AnnotateObservationsRequest) {
    return this.commands.execute(new AnnotateObservations(caller, request));
  }

  @Post('assign')
  @Operation({
    name: 'AssignObservations',
    summary: 'Give observations an owner and a due date',
    description:
      'Sets assignee (a name or e-mail address) and dueAt; null clears, absent stays. By ORN (at most 1,000, all or nothing, resolved ones included) or by filter (any number of open observations). A due date given here takes precedence over the remediation policy, which applies again when it is cleared. Imports and rescans keep both.',
    scopes: ['findings.read', 'findings.triage'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {
      400: ['NOTHING_TO_CHANGE', 'ORN_MALFORMED', 'TARGET_MISSING'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['OBSERVATION_NOT_FOUND'],
    },
    sends: AssignObservations,
    request: AssignObservationsRequest,
    response: AssignObservationsResponse,
    example: {
      observationOrns: [ORN_EXAMPLE],
      assignee: 'jo@northwind-insurance.com',
      dueAt: '2026-12-31T00:00:00.000Z',
    },
  })
  assignObservations(@CurrentCaller() caller: Caller, @Input() request: AssignObservationsRequest) {
    return this.commands.execute(new AssignObservations(caller, request));
  }
}
