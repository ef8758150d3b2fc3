import { Controller, Get, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { ExportFourthPartiesRequest } from './export-fourth-parties/export-fourth-parties.dto';
import { ExportFourthParties } from './export-fourth-parties/export-fourth-parties.query';
import { FourthPartyRelationship } from './fourth-party.dto';
import { GetFourthPartiesRequest, GetFourthPartiesResponse } from './get-fourth-parties/get-fourth-parties.dto';
import { GetFourthParties } from './get-fourth-parties/get-fourth-parties.query';
import { GetFourthPartyGraphRequest, GetFourthPartyGraphResponse } from './get-fourth-party-graph/get-fourth-party-graph.dto';
import { GetFourthPartyGraph } from './get-fourth-party-graph/get-fourth-party-graph.query';
import { GetFourthPartyGroupsRequest, GetFourthPartyGroupsResponse } from './get-fourth-party-groups/get-fourth-party-groups.dto';
import { GetFourthPartyGroups } from './get-fourth-party-groups/get-fourth-party-groups.query';
import { GetFourthPartyVendorsRequest, GetFourthPartyVendorsResponse } from './get-fourth-party-vendors/get-fourth-party-vendors.dto';
import { GetFourthPartyVendors } from './get-fourth-party-vendors/get-fourth-party-vendors.query';
import { GetVendorSummaryRequest, GetVendorSummaryResponse } from './get-vendor-summary/get-vendor-summary.dto';
import { GetVendorSummary } from './get-vendor-summary/get-vendor-summary.query';

@ApiTags('Automatic vendor detection')
@Controller({ path: 'avd', version: '1' })
export class AvdController {
  constructor(private readonly queries: QueryBus) {}

  @Post('fourth-parties')
  @Operation({
    name: 'GetFourthParties',
    summary: 'List relationships between vendors and fourth parties',
    description:
      'One row per vendor of the portfolio and company found in its DNS records or web pages, with the evidence. ' +
      'For the fourth parties most vendors depend on, use GetFourthPartyGroups; for the counts of one vendor, GetVendorSummary. ' +
      'Relationships are detected from imported DNS records and web pages, and from monitoring runs. Offboarded vendors are excluded.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'] },
    sends: GetFourthParties,
    request: GetFourthPartiesRequest,
    response: GetFourthPartiesResponse,
    example: { limit: 20, filters: { statuses: ['FOURTH_PARTY_STATUS_NEW', 'FOURTH_PARTY_STATUS_ACTIVE'] } },
  })
  getFourthParties(@CurrentCaller() caller: Caller, @Input() request: GetFourthPartiesRequest) {
    return this.queries.execute(new GetFourthParties(caller, request));
  }

  @Post('fourth-parties/export')
  @Operation({
    name: 'ExportFourthParties',
    summary: 'Stream all relationships with fourth parties that match',
    description:
      'Every relationship that GetFourthParties would list with the same filters, as one stream of one consistent snapshot, in no particular order. ' +
      'JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    restOnly: true,
    streams: true,
    refuses: { 400: ['INVALID_DOMAIN'] },
    sends: ExportFourthParties,
    request: ExportFourthPartiesRequest,
    response: FourthPartyRelationship,
    example: { format: 'EXPORT_FORMAT_JSONL', filters: { statuses: ['FOURTH_PARTY_STATUS_NEW', 'FOURTH_PARTY_STATUS_ACTIVE'] } },
  })
  exportFourthParties(@CurrentCaller() caller: Caller, @Input() request: ExportFourthPartiesRequest) {
    return this.queries.execute(new ExportFourthParties(caller, request));
  }

  @Get('fourth-parties/graph')
  @Operation({
    name: 'GetFourthPartyGraph',
    summary: 'Read vendors and fourth parties as nodes and edges',
    description:
      'The fourth parties with the most connected vendors, the vendors most connected to them, and every connection between them. ' +
      '/docs/graph draws it. Paging is over the fourth parties. For tables use GetFourthPartyGroups and GetFourthParties.',
    scopes: ['avd.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'] },
    sends: GetFourthPartyGraph,
    request: GetFourthPartyGraphRequest,
    response: GetFourthPartyGraphResponse,
    example: { limit: 20, vendorLimit: 40 },
  })
  getFourthPartyGraph(@CurrentCaller() caller: Caller, @Input() request: GetFourthPartyGraphRequest) {
    return this.queries.execute(new GetFourthPartyGraph(caller, request));
  }

  @Post('fourth-parties/groups')
  @Operation({
    name: 'GetFourthPartyGroups',
    summary: 'List fourth parties with the vendors that depend on them',
    description:
      'Concentration risk: for each fourth party the number of connected vendors, their share of the portfolio, how many of them are critical, and the number of open security events that name it as a victim. ' +
      'Counts NEW and ACTIVE relationships unless statuses is set. For the vendors themselves use GetFourthPartyVendors.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'] },
    sends: GetFourthPartyGroups,
    request: GetFourthPartyGroupsRequest,
    response: GetFourthPartyGroupsResponse,
    example: { limit: 20, sortField: 'connectedVendorCount' },
  })
  getFourthPartyGroups(@CurrentCaller() caller: Caller, @Input() request: GetFourthPartyGroupsRequest) {
    return this.queries.execute(new GetFourthPartyGroups(caller, request));
  }

  @Post('fourth-parties/vendors')
  @Operation({
    name: 'GetFourthPartyVendors',
    summary: 'List the vendors connected to a fourth party',
    description:
      'Vendors of the portfolio that use the fourth party, each with status, products and evidence. ' +
      'NEW and ACTIVE relationships unless statuses is set. A fourth party without connected vendors returns an empty list.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'] },
    sends: GetFourthPartyVendors,
    request: GetFourthPartyVendorsRequest,
    response: GetFourthPartyVendorsResponse,
    example: { fourthPartyDomain: 'google.com', limit: 20 },
  })
  getFourthPartyVendors(@CurrentCaller() caller: Caller, @Input() request: GetFourthPartyVendorsRequest) {
    return this.queries.execute(new GetFourthPartyVendors(caller, request));
  }

  @Post('vendors/summary')
  @Operation({
    name: 'GetVendorSummary',
    summary: "Count one vendor's fourth parties",
    description:
      'The number of fourth parties of a vendor by status and connection type, and how many it shares with other vendors of the portfolio. ' +
      'With lookbackDays, only relationships seen in that time count. An unknown or offboarded vendor is NOT_FOUND.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 404: ['VENDOR_NOT_FOUND'] },
    sends: GetVendorSummary,
    request: GetVendorSummaryRequest,
    response: GetVendorSummaryResponse,
    example: { vendorDomain: 'cobaltpayments.com', lookbackDays: 90 },
  })
  getVendorSummary(@CurrentCaller() caller: Caller, @Input() request: GetVendorSummaryRequest) {
    return this.queries.execute(new GetVendorSummary(caller, request));
  }
}
