import { Controller, Get, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { exampleRule } from './example-rule';
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
import { Observation, ORN_EXAMPLE } from './observation.dto';
import { ObservationAction } from './observation-history';
import {
  GetObservationFilterOptionValuesRequest,
  GetObservationFilterOptionValuesResponse,
} from './get-observation-filter-option-values/get-observation-filter-option-values.dto';
import { GetObservationFilterOptionValues } from './get-observation-filter-option-values/get-observation-filter-option-values.query';
import { GetObservationRequest, GetObservationResponse } from './get-observation/get-observation.dto';
import { GetObservation } from './get-observation/get-observation.query';

/** What can be read about observations. */
@ApiTags('Observations')
@Controller({ path: 'observations', version: '1' })
export class ObservationsController {
  constructor(private readonly queries: QueryBus) {}

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
      filters: [exampleRule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })],
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
      filters: [exampleRule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })],
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
