import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { ExportSecurityEventsRequest } from './export-security-events/export-security-events.dto';
import { ExportSecurityEvents } from './export-security-events/export-security-events.query';
import {
  GetSecurityEventActionsRequest,
  GetSecurityEventActionsResponse,
} from './get-security-event-actions/get-security-event-actions.dto';
import { GetSecurityEventActions } from './get-security-event-actions/get-security-event-actions.query';
import {
  GetSecurityEventImpactedCompaniesRequest,
  GetSecurityEventImpactedCompaniesResponse,
} from './get-security-event-impacted-companies/get-security-event-impacted-companies.dto';
import { GetSecurityEventImpactedCompanies } from './get-security-event-impacted-companies/get-security-event-impacted-companies.query';
import {
  GetSecurityEventVendorDetailRequest,
  GetSecurityEventVendorDetailResponse,
} from './get-security-event-vendor-detail/get-security-event-vendor-detail.dto';
import { GetSecurityEventVendorDetail } from './get-security-event-vendor-detail/get-security-event-vendor-detail.query';
import { GetSecurityEventRequest, GetSecurityEventResponse } from './get-security-event/get-security-event.dto';
import { GetSecurityEvent } from './get-security-event/get-security-event.query';
import { GetSecurityEventsRequest, GetSecurityEventsResponse } from './get-security-events/get-security-events.dto';
import { GetSecurityEvents } from './get-security-events/get-security-events.query';
import { RecordVendorResponse } from './record-vendor-response/record-vendor-response.command';
import {
  RecordVendorResponseOnBehalfRequest,
  RecordVendorResponseOnBehalfResponse,
} from './record-vendor-response-on-behalf/record-vendor-response-on-behalf.dto';
import { RecordVendorResponseOnBehalf } from './record-vendor-response-on-behalf/record-vendor-response-on-behalf.command';
import { RecordVendorResponseRequest, RecordVendorResponseResponse } from './record-vendor-response/record-vendor-response.dto';
import { SecurityEvent } from './security-event.dto';
import { SendVrmRequest } from './send-vrm-request/send-vrm-request.command';
import { SendVrmRequestRequest, SendVrmRequestResponse } from './send-vrm-request/send-vrm-request.dto';

@ApiTags('Security events')
@Controller({ path: 'security-events', version: '1' })
export class SecurityEventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('feed')
  @Operation({
    name: 'GetSecurityEvents',
    summary: 'List security events that affect your vendors or yourself',
    description:
      'Breaches, exploited vulnerabilities and similar, newest first by default, with the number of companies each one affects. view VRM (the default) is about vendors in your directory and needs the VRM entitlement, otherwise 403 ENTITLEMENT_MISSING; view SELF is about your own domains and the requests you received. In the default order, paging returns every event that exists throughout exactly once; sorted by updatedAt, severity or impactedCompanyCount, which change, it can miss an event that moves. For the companies affected by one event, use GetSecurityEventImpactedCompanies.',
    scopes: ['security-events.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'] },
    sends: GetSecurityEvents,
    request: GetSecurityEventsRequest,
    response: GetSecurityEventsResponse,
    example: { filters: { impacts: ['SECURITY_EVENT_IMPACT_CONFIRMED', 'SECURITY_EVENT_IMPACT_LIKELY'] }, limit: 20 },
  })
  getSecurityEvents(@CurrentCaller() caller: Caller, @Input() request: GetSecurityEventsRequest) {
    return this.queries.execute(new GetSecurityEvents(caller, request));
  }

  @Post('export')
  @Operation({
    name: 'ExportSecurityEvents',
    summary: 'Stream all security events that match',
    description:
      'Every event that GetSecurityEvents would list with the same view and filters, as one stream of one consistent snapshot, in no particular order. ' +
      'JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes.',
    scopes: ['security-events.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    restOnly: true,
    streams: true,
    refuses: { 400: ['INVALID_DOMAIN'], 403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'] },
    sends: ExportSecurityEvents,
    request: ExportSecurityEventsRequest,
    response: SecurityEvent,
    example: { format: 'EXPORT_FORMAT_JSONL', filters: { impacts: ['SECURITY_EVENT_IMPACT_CONFIRMED', 'SECURITY_EVENT_IMPACT_LIKELY'] } },
  })
  exportSecurityEvents(@CurrentCaller() caller: Caller, @Input() request: ExportSecurityEventsRequest) {
    return this.queries.execute(new ExportSecurityEvents(caller, request));
  }

  @Get('event')
  @Operation({
    name: 'GetSecurityEvent',
    summary: 'Read one security event with its timeline and sources',
    description:
      'Answers 404 for an event related to neither your vendors nor your own domains. If it is related to both, the VRM view is returned.',
    scopes: ['security-events.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'], 404: ['SECURITY_EVENT_NOT_FOUND'] },
    sends: GetSecurityEvent,
    request: GetSecurityEventRequest,
    response: GetSecurityEventResponse,
    example: { org_domain: 'northwind-insurance.com', event_id: 'demo-payrollharbor-ransomware' },
  })
  getSecurityEvent(@CurrentCaller() caller: Caller, @Input() request: GetSecurityEventRequest) {
    return this.queries.execute(new GetSecurityEvent(caller, request));
  }

  @Post('impacted-companies')
  @Operation({
    name: 'GetSecurityEventImpactedCompanies',
    summary: 'List the vendors affected by a security event',
    description:
      'Every vendor that is a victim of the event, has observations with its CVEs, depends on a victim, responded to it or received a request about it, with counts over all of them. Needs the VRM entitlement. For the reasoning about one vendor, use GetSecurityEventVendorDetail.',
    scopes: ['security-events.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'], 404: ['SECURITY_EVENT_NOT_FOUND'] },
    sends: GetSecurityEventImpactedCompanies,
    request: GetSecurityEventImpactedCompaniesRequest,
    response: GetSecurityEventImpactedCompaniesResponse,
    example: { eventId: 'demo-payrollharbor-ransomware' },
  })
  getSecurityEventImpactedCompanies(@CurrentCaller() caller: Caller, @Input() request: GetSecurityEventImpactedCompaniesRequest) {
    return this.queries.execute(new GetSecurityEventImpactedCompanies(caller, request));
  }

  @Get('vendor-detail')
  @Operation({
    name: 'GetSecurityEventVendorDetail',
    summary: 'Explain the impact of a security event on one vendor',
    description:
      "The impact with all facts behind it, the vendor's response, and the requests sent with their answers. With one of your own domains as vendor_domain, your own impact and the requests you received.",
    scopes: ['security-events.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {
      400: ['INVALID_DOMAIN'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['SECURITY_EVENT_NOT_FOUND', 'VENDOR_NOT_FOUND'],
    },
    sends: GetSecurityEventVendorDetail,
    request: GetSecurityEventVendorDetailRequest,
    response: GetSecurityEventVendorDetailResponse,
    example: { org_domain: 'northwind-insurance.com', event_id: 'demo-payrollharbor-ransomware', vendor_domain: 'payrollharbor.com' },
  })
  getSecurityEventVendorDetail(@CurrentCaller() caller: Caller, @Input() request: GetSecurityEventVendorDetailRequest) {
    return this.queries.execute(new GetSecurityEventVendorDetail(caller, request));
  }

  @Post('actions')
  @Operation({
    name: 'GetSecurityEventActions',
    summary: 'List the history of a security event and one vendor, newest first',
    description:
      'Requests, responses and changes of the impact; the very last entry is the synthetic FIRST_SEEN. Accepts one of your own domains too.',
    scopes: ['security-events.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {
      400: ['INVALID_DOMAIN'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['SECURITY_EVENT_NOT_FOUND', 'VENDOR_NOT_FOUND'],
    },
    sends: GetSecurityEventActions,
    request: GetSecurityEventActionsRequest,
    response: GetSecurityEventActionsResponse,
    example: { eventId: 'demo-payrollharbor-ransomware', vendorDomain: 'payrollharbor.com' },
  })
  getSecurityEventActions(@CurrentCaller() caller: Caller, @Input() request: GetSecurityEventActionsRequest) {
    return this.queries.execute(new GetSecurityEventActions(caller, request));
  }

  @Post('actions/vendor-response')
  @Operation({
    name: 'RecordVendorResponse',
    summary: "Record your own organization's response to a security event",
    description:
      'Covers all your domains and is visible only to organizations with one of them in their directory. It overrides your derived impact and answers the requests received so far. Repeating the same response changes nothing and returns the first entry. 409 for a closed event. To record what a vendor told you, use RecordVendorResponseOnBehalf.',
    scopes: ['security-events.read', 'security-events.respond'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: {
      400: ['INVALID_DOMAIN'],
      403: ['ENTITLEMENT_MISSING', 'ORG_MISMATCH'],
      404: ['SECURITY_EVENT_NOT_FOUND'],
      409: ['SECURITY_EVENT_CLOSED'],
    },
    sends: RecordVendorResponse,
    request: RecordVendorResponseRequest,
    response: RecordVendorResponseResponse,
    example: {
      eventId: 'demo-payrollharbor-ransomware',
      responseStatus: 'VENDOR_RESPONSE_STATUS_NOT_AFFECTED',
      message: 'We use none of the affected systems.',
    },
  })
  recordVendorResponse(@CurrentCaller() caller: Caller, @Input() request: RecordVendorResponseRequest) {
    return this.commands.execute(new RecordVendorResponse(caller, request));
  }

  @Post('actions/vendor-response-on-behalf')
  @Operation({
    name: 'RecordVendorResponseOnBehalf',
    summary: 'Record what a vendor told you about a security event',
    description:
      'For answers that came by e-mail or telephone. Only your organization sees the record; it is marked isOnBehalf, overrides the derived impact of that vendor for you, and answers the requests you sent before receivedAt. Repeating the same record changes nothing and returns the first entry. 409 for a closed event. Needs the VRM entitlement.',
    scopes: ['security-events.read', 'security-events.respond'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: {
      400: ['INVALID_DOMAIN'],
      403: ['ENTITLEMENT_MISSING'],
      404: ['SECURITY_EVENT_NOT_FOUND', 'VENDOR_NOT_FOUND'],
      409: ['SECURITY_EVENT_CLOSED'],
    },
    sends: RecordVendorResponseOnBehalf,
    request: RecordVendorResponseOnBehalfRequest,
    response: RecordVendorResponseOnBehalfResponse,
    example: {
      eventId: 'demo-payrollharbor-ransomware',
      vendorDomain: 'payrollharbor.com',
      responseStatus: 'VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION',
      message: 'Their account manager wrote that the investigation is under way.',
    },
  })
  recordVendorResponseOnBehalf(@CurrentCaller() caller: Caller, @Input() request: RecordVendorResponseOnBehalfRequest) {
    return this.commands.execute(new RecordVendorResponseOnBehalf(caller, request));
  }

  @Post('actions/vrm-request')
  @Operation({
    name: 'SendVrmRequest',
    summary: 'Send requests to vendors about a security event',
    description:
      'Up to 100 vendors in your directory per call; if one of them is not in it, no request is sent. An organization on the platform that owns the domain sees the event and the request, and its response marks the request ANSWERED. Every call sends new requests: use an Idempotency-Key if you may retry. Needs the VRM entitlement.',
    scopes: ['security-events.read', 'security-events.respond'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    refuses: {
      400: ['INVALID_DOMAIN'],
      403: ['ENTITLEMENT_MISSING'],
      404: ['SECURITY_EVENT_NOT_FOUND', 'VENDOR_NOT_FOUND'],
      409: ['SECURITY_EVENT_CLOSED'],
    },
    sends: SendVrmRequest,
    request: SendVrmRequestRequest,
    response: SendVrmRequestResponse,
    example: {
      eventId: 'demo-payrollharbor-ransomware',
      vendorDomains: ['payrollharbor.com'],
      message: 'Are your systems affected, and what have you done about it?',
    },
  })
  sendVrmRequest(@CurrentCaller() caller: Caller, @Input() request: SendVrmRequestRequest) {
    return this.commands.execute(new SendVrmRequest(caller, request));
  }
}
