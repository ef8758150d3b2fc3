import { Domain, Int32, Member, Nested, NestedList, Rows, Text } from '#platform/fields/fields';
import { MAX_BATCH } from '../bulk.dto';
import { COMPANY_NAME, DOMAIN_NAME } from '../vendor.dto';
import { BULK_VENDOR_MUTATION_STATUS, DATA_REGION, type BulkVendorMutationStatus, type DataRegion } from '../vendor.enums';

export class BulkCreateVendorEntry {
  @Domain(DOMAIN_NAME)
  domainName!: string;

  @Text({ ...COMPANY_NAME, optional: true })
  companyName?: string;

  @Member(DATA_REGION, { optional: true })
  dataRegion?: DataRegion;
}

export class BulkCreateVendorsRequest {
  @Rows(() => BulkCreateVendorEntry, {
    minItems: 1,
    maxItems: MAX_BATCH,
    description: 'Entries are independent: an invalid entry does not affect the others.',
  })
  vendors!: unknown[];
}

export class BulkCreateVendorResult {
  @Int32({ example: 0, description: 'Index in the request, from 0.' })
  index!: number;

  @Text({ max: 253, min: 0, example: DOMAIN_NAME.example, description: 'Normalized domain; as sent when it is invalid.' })
  domainName!: string;

  @Member(BULK_VENDOR_MUTATION_STATUS, { example: 'BULK_VENDOR_MUTATION_STATUS_SUCCESS' })
  status!: BulkVendorMutationStatus;

  @Text({ max: 36, optional: true, description: 'Vendor.id; set when status is SUCCESS or ALREADY_EXISTS.' })
  vendorId?: string;

  @Text({ max: 1000, optional: true, description: 'Set when status is ERROR.' })
  errorMessage?: string;
}

export class BulkCreateVendorsSummary {
  @Int32({ example: 3 })
  total!: number;

  @Int32({ example: 2 })
  succeeded!: number;

  @Int32({ example: 1 })
  alreadyExists!: number;

  @Int32({ example: 0 })
  failed!: number;
}

export class BulkCreateVendorsResponse {
  @NestedList(() => BulkCreateVendorResult, { maxItems: MAX_BATCH, description: 'In the order of the request.' })
  results!: BulkCreateVendorResult[];

  @Nested(() => BulkCreateVendorsSummary)
  summary!: BulkCreateVendorsSummary;
}
