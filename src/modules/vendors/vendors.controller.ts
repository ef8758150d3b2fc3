import { Controller, Get, Headers, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { DELETE_EXAMPLE_ID, OFFBOARD_EXAMPLE_ID } from '#platform/fields/example-ids';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { AnnotateVendor } from './annotate-vendor/annotate-vendor.command';
import { AnnotateVendorRequest, AnnotateVendorResponse } from './annotate-vendor/annotate-vendor.dto';
import { BulkCreateVendors } from './bulk-create-vendors/bulk-create-vendors.command';
import { BulkCreateVendorsRequest, BulkCreateVendorsResponse } from './bulk-create-vendors/bulk-create-vendors.dto';
import { BulkDeleteVendors } from './bulk-delete-vendors/bulk-delete-vendors.command';
import { BulkDeleteVendorsRequest, BulkDeleteVendorsResponse } from './bulk-delete-vendors/bulk-delete-vendors.dto';
import { BulkOffboardVendors } from './bulk-offboard-vendors/bulk-offboard-vendors.command';
import { BulkOffboardVendorsRequest, BulkOffboardVendorsResponse } from './bulk-offboard-vendors/bulk-offboard-vendors.dto';
import { BulkUpsertVendorsFromCsv } from './bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.command';
import {
  BulkUpsertVendorsFromCsvRequest,
  BulkUpsertVendorsFromCsvResponse,
} from './bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.dto';
import { MAX_BODY_BYTES } from './bulk-upsert-vendors-from-csv/csv-records';
import { CreateVendor } from './create-vendor/create-vendor.command';
import { CreateVendorRequest, CreateVendorResponse } from './create-vendor/create-vendor.dto';
import { ExportVendorsRequest } from './export-vendors/export-vendors.dto';
import { ExportVendors } from './export-vendors/export-vendors.query';
import { GetVendorActionsRequest, GetVendorActionsResponse } from './get-vendor-actions/get-vendor-actions.dto';
import { GetVendorActions } from './get-vendor-actions/get-vendor-actions.query';
import { GetVendorRequest, GetVendorResponse } from './get-vendor/get-vendor.dto';
import { GetVendor } from './get-vendor/get-vendor.query';
import { GetVendorsRequest, GetVendorsResponse } from './get-vendors/get-vendors.dto';
import { GetVendors } from './get-vendors/get-vendors.query';
import { UpdateVendor } from './update-vendor/update-vendor.command';
import { UpdateVendorRequest, UpdateVendorResponse } from './update-vendor/update-vendor.dto';
import { Vendor, writableFields } from './vendor.dto';

@ApiTags('Vendors')
@Controller({ path: 'vendors', version: '1' })
export class VendorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Operation({
    name: 'GetVendors',
    summary: 'List, filter and sort the vendor directory',
    description:
      'Finds vendors by domain, name, group, risk, contract or score, and returns their ids. Offboarded vendors appear only with a rule on ' +
      'LIFECYCLE_STATUS. Filters are a flat list of at most 20 rules, all of which must match. Pages by cursor (up to 200 rows) or offset. ' +
      'For findings about vendors use GetObservations, for score details GetVendorScores.',
    scopes: ['vendor-directory.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetVendors,
    request: GetVendorsRequest,
    response: GetVendorsResponse,
    example: {
      limit: 20,
      filters: [
        {
          rule: {
            field: { vendorsField: 'VENDORS_FIELD_RISK_LEVEL' },
            comparison: 'COMPARISON_IN',
            value: { stringListValue: { values: ['RISK_LEVEL_HIGH', 'RISK_LEVEL_CRITICAL'] } },
          },
        },
      ],
      sortField: 'score',
      sortOrder: 'SORT_ORDER_ASC',
    },
  })
  getVendors(@CurrentCaller() caller: Caller, @Input() request: GetVendorsRequest) {
    return this.queries.execute(new GetVendors(caller, request));
  }

  @Post('export')
  @Operation({
    name: 'ExportVendors',
    summary: 'Stream all vendors that match',
    description:
      'Every vendor that GetVendors would list with the same filters, as one stream of one consistent snapshot, in no particular order. ' +
      'JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes.',
    scopes: ['vendor-directory.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    restOnly: true,
    streams: true,
    refuses: {},
    sends: ExportVendors,
    request: ExportVendorsRequest,
    response: Vendor,
    example: {
      format: 'EXPORT_FORMAT_JSONL',
      filters: [
        {
          rule: {
            field: { vendorsField: 'VENDORS_FIELD_RISK_LEVEL' },
            comparison: 'COMPARISON_IN',
            value: { stringListValue: { values: ['RISK_LEVEL_HIGH', 'RISK_LEVEL_CRITICAL'] } },
          },
        },
      ],
    },
  })
  exportVendors(@CurrentCaller() caller: Caller, @Input() request: ExportVendorsRequest) {
    return this.queries.execute(new ExportVendors(caller, request));
  }

  @Post('create')
  @Operation({
    name: 'CreateVendor',
    summary: 'Add one vendor to the directory',
    description:
      'Accepts a domain, host or URL and stores its host. A domain that is already in the directory, even offboarded, is refused with ALREADY_EXISTS, ' +
      'with its id in the metadata. isMonitored uses a monitoring slot; without a free one the call is refused. For many vendors use BulkCreateVendors ' +
      'or BulkUpsertVendorsFromCsv.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: { 400: ['INVALID_DOMAIN'], 409: ['MONITORING_SLOTS_EXHAUSTED', 'VENDOR_ALREADY_EXISTS'] },
    sends: CreateVendor,
    request: CreateVendorRequest,
    response: CreateVendorResponse,
    exampleOnce: 'VENDOR_ALREADY_EXISTS',
    example: {
      domainName: 'https://www.figma.com/',
      vendorId: 'SUP-2041',
      riskLevel: 'RISK_LEVEL_MEDIUM',
      businessImpact: 'BUSINESS_IMPACT_LOW',
      dataTypesShared: ['DATA_TYPE_SHARED_INTELLECTUAL_PROPERTY'],
      accessTypes: ['ACCESS_TYPE_SYSTEM_APPLICATION_ACCESS'],
      contractValue: '1800000',
      contractEndDate: '2028-06-30T00:00:00Z',
      dataRegion: 'DATA_REGION_US',
      contacts: [{ name: 'Security team', email: 'security@figma.com', role: 'CONTACT_ROLE_SECURITY', isPrimary: true }],
    },
  })
  createVendor(@CurrentCaller() caller: Caller, @Input() request: CreateVendorRequest) {
    return this.commands.execute(new CreateVendor(caller, request));
  }

  @Post('bulk-create')
  @Operation({
    name: 'BulkCreateVendors',
    summary: 'Add up to 500 vendors',
    description:
      'Rows are processed in order and independently: each is SUCCESS, ALREADY_EXISTS (with the id of the vendor that has the domain) or ERROR, in the order of the ' +
      'request. More than 500 rows are refused before any is processed. Vendors start unmonitored; set risk, contract and monitoring with UpdateVendor, ' +
      'or use BulkUpsertVendorsFromCsv for more rows and all fields.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: {},
    sends: BulkCreateVendors,
    request: BulkCreateVendorsRequest,
    response: BulkCreateVendorsResponse,
    exampleOnce: 'ALREADY_EXISTS',
    example: {
      vendors: [
        { domainName: 'notion.so', companyName: 'Notion' },
        { domainName: 'https://www.miro.com', dataRegion: 'DATA_REGION_EU_EEA' },
      ],
    },
  })
  bulkCreateVendors(@CurrentCaller() caller: Caller, @Input() request: BulkCreateVendorsRequest) {
    return this.commands.execute(new BulkCreateVendors(caller, request));
  }

  @Post('bulk-offboard')
  @Operation({
    name: 'BulkOffboardVendors',
    summary: 'Archive up to 500 vendors',
    description:
      'Frees their monitoring slots and hides their observations; UpdateVendor can reactivate a vendor. A vendor that is already offboarded counts as ' +
      'SUCCESS and keeps its reason. To delete vendors permanently use BulkDeleteVendors.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: {},
    sends: BulkOffboardVendors,
    request: BulkOffboardVendorsRequest,
    response: BulkOffboardVendorsResponse,
    example: { ids: [OFFBOARD_EXAMPLE_ID], reason: 'The contract has ended' },
  })
  bulkOffboardVendors(@CurrentCaller() caller: Caller, @Input() request: BulkOffboardVendorsRequest) {
    return this.commands.execute(new BulkOffboardVendors(caller, request));
  }

  @Post('bulk-delete')
  @Operation({
    name: 'BulkDeleteVendors',
    summary: 'Permanently delete up to 500 vendors',
    description:
      'Deletes the vendors with their observations, scores, questionnaires and memberships. This cannot be undone: to keep the history, use ' +
      'BulkOffboardVendors. An unknown or repeated id is NOT_FOUND.',
    scopes: ['vendor-directory.read', 'vendor-directory.delete'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'destructive',
    refuses: {},
    sends: BulkDeleteVendors,
    request: BulkDeleteVendorsRequest,
    response: BulkDeleteVendorsResponse,
    exampleOnce: 'NOT_FOUND',
    example: { ids: [DELETE_EXAMPLE_ID] },
  })
  bulkDeleteVendors(@CurrentCaller() caller: Caller, @Input() request: BulkDeleteVendorsRequest) {
    return this.commands.execute(new BulkDeleteVendors(caller, request));
  }

  @Post('bulk-upsert-csv')
  @Operation({
    name: 'BulkUpsertVendorsFromCsv',
    summary: 'Create and change vendors from a CSV file',
    description:
      'The first row names the columns: domain_name, which is the key and required, and any of company_name, vendor_id, is_monitored, risk_level, ' +
      'business_impact, data_types_shared, access_types, contract_value, contract_end_date, data_region. Comma, semicolon or tab; lists are separated by |, ' +
      'enumerations accept full or short names in any case. An empty cell leaves the field unchanged. At most 5 MiB and 10,000 rows. Each row is ACCEPTED, ' +
      'REJECTED or SKIPPED on its own; the same file a second time changes nothing. dryRun returns the outcomes without changing anything.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: { 400: ['INVALID_CSV'], 409: ['IMPORT_IN_PROGRESS'] },
    sends: BulkUpsertVendorsFromCsv,
    request: BulkUpsertVendorsFromCsvRequest,
    response: BulkUpsertVendorsFromCsvResponse,
    bodyLimit: MAX_BODY_BYTES,
    example: {
      csv: 'domain_name,company_name,risk_level,data_types_shared\nlinear.app,Linear,MEDIUM,EMPLOYEE|SOURCE_CODE\nhttps://www.loom.com,,LOW,\n',
      dryRun: true,
    },
  })
  bulkUpsertVendorsFromCsv(@CurrentCaller() caller: Caller, @Input() request: BulkUpsertVendorsFromCsvRequest) {
    return this.commands.execute(new BulkUpsertVendorsFromCsv(caller, request));
  }

  @Get(':id')
  @Operation({
    name: 'GetVendor',
    summary: 'Read one vendor',
    description: 'By the id assigned by the service (Vendor.id). To find a vendor by its domain use GetVendors with a DOMAIN_NAME rule.',
    scopes: ['vendor-directory.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 404: ['VENDOR_NOT_FOUND'] },
    sends: GetVendor,
    request: GetVendorRequest,
    response: GetVendorResponse,
    writable: ({ vendor }) => writableFields(vendor),
  })
  getVendor(@CurrentCaller() caller: Caller, @Input() request: GetVendorRequest) {
    return this.queries.execute(new GetVendor(caller, request));
  }

  @Patch(':id')
  @Operation({
    name: 'UpdateVendor',
    summary: 'Change one vendor',
    description:
      'Absent fields stay unchanged, null or an UNSPECIFIED member clears a field, a list replaces the whole list. isMonitored takes or frees a monitoring slot, and lists or hides ' +
      'the observations. lifecycleStatus changes between ONBOARDING, ACTIVE and UNDER_REVIEW and reactivates an offboarded vendor, unmonitored; to offboard use ' +
      'BulkOffboardVendors. The domain cannot be changed. Send If-Match with the ETag of GetVendor to get 412 if the vendor was edited since.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: { 404: ['VENDOR_NOT_FOUND'], 409: ['MONITORING_SLOTS_EXHAUSTED', 'VENDOR_OFFBOARDED'] },
    sends: UpdateVendor,
    request: UpdateVendorRequest,
    response: UpdateVendorResponse,
    writable: ({ vendor }) => writableFields(vendor),
    example: { riskLevel: 'RISK_LEVEL_HIGH', contractEndDate: '2028-12-31T00:00:00Z', dataRegion: null },
  })
  updateVendor(@CurrentCaller() caller: Caller, @Input() request: UpdateVendorRequest, @Headers('if-match') ifMatch?: string) {
    return this.commands.execute(new UpdateVendor(caller, request, ifMatch));
  }

  @Post(':id/annotate')
  @Operation({
    name: 'AnnotateVendor',
    summary: 'Comment on a vendor and link records of other systems',
    description:
      'Adds a comment to the history of the vendor, sets external references (system and key, such as a contract in ServiceNow) and removes others. ' +
      'GetVendorActions lists the history. For findings use AnnotateObservations.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    refuses: { 400: ['NOTHING_TO_CHANGE'], 404: ['VENDOR_NOT_FOUND'], 409: ['TOO_MANY_REFERENCES'] },
    sends: AnnotateVendor,
    request: AnnotateVendorRequest,
    response: AnnotateVendorResponse,
    example: {
      comment: 'Asked for the audit report',
      externalReferences: [{ system: 'ServiceNow', key: 'VRM0010042', url: 'https://northwind.example/vrm/VRM0010042' }],
    },
  })
  annotateVendor(@CurrentCaller() caller: Caller, @Input() request: AnnotateVendorRequest) {
    return this.commands.execute(new AnnotateVendor(caller, request));
  }

  @Get(':id/actions')
  @Operation({
    name: 'GetVendorActions',
    summary: 'List the comments and references of a vendor',
    description: 'What AnnotateVendor recorded, newest first, with who did it. Who changed fields of the vendor is in the audit log.',
    scopes: ['vendor-directory.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 404: ['VENDOR_NOT_FOUND'] },
    sends: GetVendorActions,
    request: GetVendorActionsRequest,
    response: GetVendorActionsResponse,
  })
  getVendorActions(@CurrentCaller() caller: Caller, @Input() request: GetVendorActionsRequest) {
    return this.queries.execute(new GetVendorActions(caller, request));
  }
}
