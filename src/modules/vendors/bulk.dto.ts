import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { isUuid } from '#platform/fields/uuid';
import { Int32, Member, Nested, NestedList, RowTexts, Text } from '#platform/fields/fields';
import { BULK_VENDOR_MUTATION_STATUS, type BulkVendorMutationStatus } from './vendor.enums';

export const MAX_BATCH = 500;
const MAX_ECHO = 255;

/** Vendors by id (Vendor.id). */
export class BulkVendorIds {
  @RowTexts({
    minItems: 1,
    maxItems: MAX_BATCH,
    example: [EXAMPLE_ID],
    description: 'Ids of vendors (Vendor.id). An unknown id is NOT_FOUND and one that is not text an ERROR; they do not affect the others.',
  })
  ids!: unknown[];
}

export class BulkVendorIdMutationResult {
  @Text({ max: MAX_ECHO, min: 0, example: EXAMPLE_ID, description: `As sent, truncated to ${MAX_ECHO} characters.` })
  id!: string;

  @Member(BULK_VENDOR_MUTATION_STATUS, { example: 'BULK_VENDOR_MUTATION_STATUS_SUCCESS' })
  status!: BulkVendorMutationStatus;

  @Text({ max: 1000, optional: true, description: 'Set when status is ERROR.' })
  errorMessage?: string;
}

export class BulkVendorIdSummary {
  @Int32({ example: 3 })
  total!: number;

  @Int32({ example: 2 })
  succeeded!: number;

  @Int32({ example: 1 })
  notFound!: number;

  @Int32({ example: 0 })
  failed!: number;
}

export class BulkVendorIdResponse {
  @NestedList(() => BulkVendorIdMutationResult, { maxItems: MAX_BATCH, description: 'In the order of the request.' })
  results!: BulkVendorIdMutationResult[];

  @Nested(() => BulkVendorIdSummary)
  summary!: BulkVendorIdSummary;
}

/** The ids that a vendor can have. */
export function vendorIds(ids: readonly unknown[]): string[] {
  return ids.filter((id) => typeof id === 'string').filter(isUuid);
}

/** The response for a batch of ids. `take` says whether a vendor was affected. */
export function answerIds(ids: readonly unknown[], take: (id: string) => boolean): BulkVendorIdResponse {
  const results = ids.map((id) => answerId(id, take));
  const count = (wanted: BulkVendorMutationStatus) => results.filter(({ status }) => status === wanted).length;
  return {
    results,
    summary: {
      total: ids.length,
      succeeded: count('BULK_VENDOR_MUTATION_STATUS_SUCCESS'),
      notFound: count('BULK_VENDOR_MUTATION_STATUS_NOT_FOUND'),
      failed: count('BULK_VENDOR_MUTATION_STATUS_ERROR'),
    },
  };
}

function answerId(id: unknown, take: (id: string) => boolean): BulkVendorIdMutationResult {
  if (typeof id !== 'string') {
    return { id: JSON.stringify(id).slice(0, MAX_ECHO), status: 'BULK_VENDOR_MUTATION_STATUS_ERROR', errorMessage: 'must be a string' };
  }
  const status = take(id.toLowerCase()) ? 'BULK_VENDOR_MUTATION_STATUS_SUCCESS' : 'BULK_VENDOR_MUTATION_STATUS_NOT_FOUND';
  return { id: id.slice(0, MAX_ECHO), status };
}
