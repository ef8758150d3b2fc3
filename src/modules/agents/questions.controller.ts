import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetExploitedVendorsRequest, GetExploitedVendorsResponse } from './get-exploited-vendors/get-exploited-vendors.dto';
import { GetExploitedVendors } from './get-exploited-vendors/get-exploited-vendors.query';
import { GetFourthPartyOutageRequest, GetFourthPartyOutageResponse } from './get-fourth-party-outage/get-fourth-party-outage.dto';
import { GetFourthPartyOutage } from './get-fourth-party-outage/get-fourth-party-outage.query';
import { GetUnansweredCompaniesRequest, GetUnansweredCompaniesResponse } from './get-unanswered-companies/get-unanswered-companies.dto';
import { GetUnansweredCompanies } from './get-unanswered-companies/get-unanswered-companies.query';
import { GetVendorChangesRequest, GetVendorChangesResponse } from './get-vendor-changes/get-vendor-changes.dto';
import { GetVendorChanges } from './get-vendor-changes/get-vendor-changes.query';

/** Common questions, answered in one call. */
@ApiTags('Agents')
@Controller({ path: 'questions', version: '1' })
export class QuestionsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('exploited-vendors')
  @Operation({
    name: 'GetExploitedVendors',
    summary: 'Which vendors are hit by actively exploited weaknesses',
    description:
      'Vendors with open observations whose weakness attackers are known to use, most urgent first, with counts and CVEs. For the observations use GetObservations with KNOWN_EXPLOITED; for counts per CVE, GetObservationGroups.',
    scopes: ['findings.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetExploitedVendors,
    request: GetExploitedVendorsRequest,
    response: GetExploitedVendorsResponse,
    example: { limit: 20 },
  })
  getExploitedVendors(@CurrentCaller() caller: Caller, @Input() request: GetExploitedVendorsRequest) {
    return this.queries.execute(new GetExploitedVendors(caller, request));
  }

  @Get('unanswered-companies')
  @Operation({
    name: 'GetUnansweredCompanies',
    summary: 'Who has not answered about a security event',
    description:
      'Vendors that have not answered your request about the event, and impacted ones that you have not asked. Needs the VRM entitlement. To ask them use SendVrmRequest; for all companies of the event, GetSecurityEventImpactedCompanies.',
    scopes: ['security-events.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 403: ['ENTITLEMENT_MISSING'], 404: ['SECURITY_EVENT_NOT_FOUND'] },
    sends: GetUnansweredCompanies,
    request: GetUnansweredCompaniesRequest,
    response: GetUnansweredCompaniesResponse,
    example: { eventId: 'demo-payrollharbor-ransomware' },
  })
  getUnansweredCompanies(@CurrentCaller() caller: Caller, @Input() request: GetUnansweredCompaniesRequest) {
    return this.queries.execute(new GetUnansweredCompanies(caller, request));
  }

  @Get('vendor-changes')
  @Operation({
    name: 'GetVendorChanges',
    summary: 'What changed for a vendor since a time',
    description:
      'Observations recorded and resolved, the score then and now, security events and fourth parties that are new. To follow all changes of everything use GetChanges.',
    scopes: ['findings.read', 'vendor-directory.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 403: ['ENTITLEMENT_MISSING'], 404: ['VENDOR_NOT_FOUND'] },
    sends: GetVendorChanges,
    request: GetVendorChangesRequest,
    response: GetVendorChangesResponse,
    example: { vendorDomain: 'cobaltpayments.com', since: '2026-10-01T00:00:00.000Z' },
  })
  getVendorChanges(@CurrentCaller() caller: Caller, @Input() request: GetVendorChangesRequest) {
    return this.queries.execute(new GetVendorChanges(caller, request));
  }

  @Get('fourth-party-outage')
  @Operation({
    name: 'GetFourthPartyOutage',
    summary: 'Where an outage of a fourth party would hurt',
    description:
      'How much of the portfolio uses the fourth party, and the vendors, critical ones first, with what they use it for. For evidence use GetFourthPartyVendors; to compare fourth parties, GetFourthPartyGroups.',
    scopes: ['avd.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 404: ['FOURTH_PARTY_NOT_FOUND'] },
    sends: GetFourthPartyOutage,
    request: GetFourthPartyOutageRequest,
    response: GetFourthPartyOutageResponse,
    example: { fourthPartyDomain: 'google.com' },
  })
  getFourthPartyOutage(@CurrentCaller() caller: Caller, @Input() request: GetFourthPartyOutageRequest) {
    return this.queries.execute(new GetFourthPartyOutage(caller, request));
  }
}
