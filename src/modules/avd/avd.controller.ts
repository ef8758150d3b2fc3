import { Controller, Get, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
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
    summary: 'List which vendor uses which fourth party',
    description:
      'One row for each vendor of the portfolio and each company seen in its DNS records or web pages, with the evidence. ' +
      'To see on whom many vendors depend, use GetFourthPartyGroups; for the counts of one vendor, GetVendorSummary. ' +
      'Relationships are detected from imported records: what is not in DNS or on pages is not seen. Offboarded vendors are left out.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    sends: GetFourthParties,
    request: GetFourthPartiesRequest,
    response: GetFourthPartiesResponse,
    example: { limit: 20, filters: { statuses: ['FOURTH_PARTY_STATUS_NEW', 'FOURTH_PARTY_STATUS_ACTIVE'] } },
  })
  getFourthParties(@CurrentCaller() caller: Caller, @Input() request: GetFourthPartiesRequest) {
    return this.queries.execute(new GetFourthParties(caller, request));
  }

  @Get('fourth-parties/graph')
  @Operation({
    name: 'GetFourthPartyGraph',
    summary: 'Read vendors and fourth parties as nodes and edges',
    description:
      'The fourth parties with the most connected vendors, the vendors most connected to them, and every connection in between, ready to be drawn. ' +
      '/docs/graph draws it. Pages go through the fourth parties; for tables use GetFourthPartyGroups and GetFourthParties.',
    scopes: ['avd.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
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
      'Concentration of the portfolio: for each fourth party how many vendors are connected, what share of the portfolio that is, how many of them are critical, and whether it is the victim of open security events. ' +
      'Counts relationships that stand (NEW and ACTIVE) unless statuses says otherwise. For the vendors themselves use GetFourthPartyVendors.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
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
      'Relationships that stand (NEW and ACTIVE) unless statuses says otherwise; a fourth party nobody uses gives an empty list.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
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
      'How many fourth parties a vendor has by status and connection type, and how it hangs together with the rest of the portfolio. ' +
      'With lookbackDays only what was seen in that time counts. A vendor that is unknown or offboarded is NOT_FOUND.',
    scopes: ['avd.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    sends: GetVendorSummary,
    request: GetVendorSummaryRequest,
    response: GetVendorSummaryResponse,
    example: { vendorDomain: 'cobaltpayments.com', lookbackDays: 90 },
  })
  getVendorSummary(@CurrentCaller() caller: Caller, @Input() request: GetVendorSummaryRequest) {
    return this.queries.execute(new GetVendorSummary(caller, request));
  }
}
