import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { AnnotateObservations } from './annotate-observations/annotate-observations.command';
import { AnnotateObservationsRequest, AnnotateObservationsResponse } from './annotate-observations/annotate-observations.dto';
import { AssignObservations } from './assign-observations/assign-observations.command';
import { AssignObservationsRequest, AssignObservationsResponse } from './assign-observations/assign-observations.dto';
import { GetObservationsRequest, GetObservationsResponse } from './get-observations/get-observations.dto';
import { GetObservations } from './get-observations/get-observations.query';
import { ExportObservationsRequest } from './export-observations/export-observations.dto';
import { ExportObservations } from './export-observations/export-observations.query';
import { ExportObservationActionsRequest } from './export-observation-actions/export-observation-actions.dto';
import { ExportObservationActions } from './export-observation-actions/export-observation-actions.query';
import { GetObservationGroupsRequest, GetObservationGroupsResponse } from './get-observation-groups/get-observation-groups.dto';
import { GetObservationGroups } from './get-observation-groups/get-observation-groups.query';
import { GetObservationActionsRequest, GetObservationActionsResponse } from './get-observation-actions/get-observation-actions.dto';
import { GetObservationActions } from './get-observation-actions/get-observation-actions.query';
import { FlagObservationsRequest, FlagObservationsResponse } from './flag-observations/flag-observations.dto';
import { FlagObservations } from './flag-observations/flag-observations.command';
import { FlagObservationGroupsRequest, FlagObservationGroupsResponse } from './flag-observation-groups/flag-observation-groups.dto';
import { FlagObservationGroups } from './flag-observation-groups/flag-observation-groups.command';
import { UnflagObservationsRequest, UnflagObservationsResponse } from './unflag-observations/unflag-observations.dto';
import { UnflagObservations } from './unflag-observations/unflag-observations.command';
import { UnflagObservationGroupsRequest, UnflagObservationGroupsResponse } from './unflag-observation-groups/unflag-observation-groups.dto';
import { UnflagObservationGroups } from './unflag-observation-groups/unflag-observation-groups.command';
import { UpdateObservationStatusRequest, UpdateObservationStatusResponse } from './update-observation-status/update-observation-status.dto';
import { Observation, ORN_EXAMPLE } from './observation.dto';
import { UpdateObservationStatus } from './update-observation-status/update-observation-status.command';
import { ObservationAction } from './observation-history';
import {
  GetObservationFilterOptionValuesRequest,
  GetObservationFilterOptionValuesResponse,
} from './get-observation-filter-option-values/get-observation-filter-option-values.dto';
import { GetObservationFilterOptionValues } from './get-observation-filter-option-values/get-observation-filter-option-values.query';
import { GetObservationRequest, GetObservationResponse } from './get-observation/get-observation.dto';
import { GetObservation } from './get-observation/get-observation.query';

@ApiTags('Observations')
@Controller({ path: 'observations', version: '1' })
export class ObservationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Operation({
    name: 'GetObservations',
    summary: 'List observations',
    description:
      "The findings of the caller's view, newest first by default. Filters nest (AND, OR, NOT) and combine with the open/resolved mode. For counts per CVE or type use GetObservationGroups; for the values a filter can take, GetObservationFilterOptionValues. Paging by cursor in the default order returns every observation that exists throughout exactly once.",
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetObservations,
    request: GetObservationsRequest,
    response: GetObservationsResponse,
    example: {
      limit: 20,
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
            comparison: 'COMPARISON_GREATER_THAN_OR_EQUAL',
            value: { stringValue: 'OBSERVATION_SEVERITY_HIGH' },
          },
        },
      ],
    },
  })
  getObservations(@CurrentCaller() caller: Caller, @Input() request: GetObservationsRequest) {
    return this.queries.execute(new GetObservations(caller, request));
  }

  @Post('export')
  @Operation({
    name: 'ExportObservations',
    summary: 'Stream all observations that match',
    description:
      'Every observation that GetObservations would list with the same filters and mode, as one stream of one consistent snapshot, in no particular order. ' +
      'JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes.',
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    restOnly: true,
    streams: true,
    refuses: {},
    sends: ExportObservations,
    request: ExportObservationsRequest,
    response: Observation,
    example: {
      format: 'EXPORT_FORMAT_JSONL',
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
            comparison: 'COMPARISON_GREATER_THAN_OR_EQUAL',
            value: { stringValue: 'OBSERVATION_SEVERITY_HIGH' },
          },
        },
      ],
    },
  })
  exportObservations(@CurrentCaller() caller: Caller, @Input() request: ExportObservationsRequest) {
    return this.queries.execute(new ExportObservations(caller, request));
  }

  @Post('groups')
  @Operation({
    name: 'GetObservationGroups',
    summary: 'List observations rolled up into groups',
    description:
      'Observations with the same CVE, else of the same type, form a group. Counts cover the observations that match the request; vendorCount, flaggedCount, first and last sighting describe the whole group in the requested mode.',
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetObservationGroups,
    request: GetObservationGroupsRequest,
    response: GetObservationGroupsResponse,
    example: { limit: 20, sortField: 'observationCount' },
  })
  getObservationGroups(@CurrentCaller() caller: Caller, @Input() request: GetObservationGroupsRequest) {
    return this.queries.execute(new GetObservationGroups(caller, request));
  }

  @Post('actions')
  @Operation({
    name: 'GetObservationActions',
    summary: 'Read the history of one observation',
    description: 'Newest first: first sighting, flags and their removal, status changes, reopenings, changes of severity.',
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['ORN_MALFORMED'], 403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'], 404: ['OBSERVATION_NOT_FOUND'] },
    sends: GetObservationActions,
    request: GetObservationActionsRequest,
    response: GetObservationActionsResponse,
    example: { orn: ORN_EXAMPLE },
  })
  getObservationActions(@CurrentCaller() caller: Caller, @Input() request: GetObservationActionsRequest) {
    return this.queries.execute(new GetObservationActions(caller, request));
  }

  @Post('actions/export')
  @Operation({
    name: 'ExportObservationActions',
    summary: 'Stream the history of all observations that match',
    description:
      'What GetObservationActions returns for one observation, for every observation that GetObservations would list with the same filters and mode: one stream of one consistent snapshot, in no particular order. ' +
      'JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes.',
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    restOnly: true,
    streams: true,
    refuses: {},
    sends: ExportObservationActions,
    request: ExportObservationActionsRequest,
    response: ObservationAction,
    example: { format: 'EXPORT_FORMAT_JSONL', mode: 'OBSERVATION_MODE_ALL' },
  })
  exportObservationActions(@CurrentCaller() caller: Caller, @Input() request: ExportObservationActionsRequest) {
    return this.queries.execute(new ExportObservationActions(caller, request));
  }

  @Post('actions/flag')
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_KNOWN_EXPLOITED' },
            comparison: 'COMPARISON_EQUALS',
            value: { boolValue: true },
          },
        },
      ],
    },
  })
  flagObservations(@CurrentCaller() caller: Caller, @Input() request: FlagObservationsRequest) {
    return this.commands.execute(new FlagObservations(caller, request));
  }

  @Post('actions/flag/groups')
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
            comparison: 'COMPARISON_EQUALS',
            value: { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' },
          },
        },
      ],
    },
  })
  flagObservationGroups(@CurrentCaller() caller: Caller, @Input() request: FlagObservationGroupsRequest) {
    return this.commands.execute(new FlagObservationGroups(caller, request));
  }

  @Post('actions/unflag')
  @Operation({
    name: 'UnflagObservations',
    summary: 'Remove the flag of observations',
    description:
      'By ORN (at most 1,000, all or nothing) or by filter (open ones, any number), by the rules of FlagObservations. One without a flag is no error: it is counted as not flagged. Both the flag and its removal stay in the history.',
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
            comparison: 'COMPARISON_LESS_THAN_OR_EQUAL',
            value: { stringValue: 'OBSERVATION_SEVERITY_LOW' },
          },
        },
      ],
    },
  })
  unflagObservations(@CurrentCaller() caller: Caller, @Input() request: UnflagObservationsRequest) {
    return this.commands.execute(new UnflagObservations(caller, request));
  }

  @Post('actions/unflag/groups')
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
            comparison: 'COMPARISON_LESS_THAN_OR_EQUAL',
            value: { stringValue: 'OBSERVATION_SEVERITY_LOW' },
          },
        },
      ],
    },
  })
  unflagObservationGroups(@CurrentCaller() caller: Caller, @Input() request: UnflagObservationGroupsRequest) {
    return this.commands.execute(new UnflagObservationGroups(caller, request));
  }

  @Post('actions/status')
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_CATEGORY' },
            comparison: 'COMPARISON_EQUALS',
            value: { stringValue: 'OBSERVATION_CATEGORY_DNS_HEALTH' },
          },
        },
      ],
      approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL',
      comment: 'Checked with the network team',
    },
  })
  updateObservationStatus(@CurrentCaller() caller: Caller, @Input() request: UpdateObservationStatusRequest) {
    return this.commands.execute(new UpdateObservationStatus(caller, request));
  }

  @Post('actions/annotate')
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
            comparison: 'COMPARISON_EQUALS',
            value: { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' },
          },
        },
      ],
      comment: 'One ticket for all of them',
      externalReferences: [{ system: 'Jira', key: 'SEC-1042', url: 'https://northwind.example/browse/SEC-1042' }],
    },
  })
  annotateObservations(@CurrentCaller() caller: Caller, @Input() request: AnnotateObservationsRequest) {
    return this.commands.execute(new AnnotateObservations(caller, request));
  }

  @Post('actions/assign')
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
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_CATEGORY' },
            comparison: 'COMPARISON_EQUALS',
            value: { stringValue: 'OBSERVATION_CATEGORY_EMAIL_SECURITY' },
          },
        },
      ],
      assignee: 'jo@northwind-insurance.com',
      dueAt: '2026-12-31T00:00:00.000Z',
    },
  })
  assignObservations(@CurrentCaller() caller: Caller, @Input() request: AssignObservationsRequest) {
    return this.commands.execute(new AssignObservations(caller, request));
  }

  @Get('filter-options/values')
  @Operation({
    name: 'GetObservationFilterOptionValues',
    summary: 'List the values of a filterable field',
    description: 'Each value with its number of observations, highest first, limited to what the caller may see. For filter menus.',
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['FIELD_NOT_DISCRETE'] },
    sends: GetObservationFilterOptionValues,
    request: GetObservationFilterOptionValuesRequest,
    response: GetObservationFilterOptionValuesResponse,
    example: { field: 'OBSERVATIONS_FIELD_CATEGORY' },
  })
  getObservationFilterOptionValues(@CurrentCaller() caller: Caller, @Input() request: GetObservationFilterOptionValuesRequest) {
    return this.queries.execute(new GetObservationFilterOptionValues(caller, request));
  }

  @Get(':orn')
  @Operation({
    name: 'GetObservation',
    summary: 'Read one observation by its ORN',
    description:
      "The owner domain in the ORN must be the caller's own; a VRM ORN needs an active entitlement, which every call checks in the database. Includes the vendor's contacts.",
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['ORN_MALFORMED'], 403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'], 404: ['OBSERVATION_NOT_FOUND'] },
    sends: GetObservation,
    request: GetObservationRequest,
    response: GetObservationResponse,
  })
  getObservation(@CurrentCaller() caller: Caller, @Input() request: GetObservationRequest) {
    return this.queries.execute(new GetObservation(caller, request));
  }
}
