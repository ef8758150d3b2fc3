import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { DateTime, Int64, Nested, Text, TextList } from '#platform/fields/fields';

export const NAME = {
  max: 255,
  trim: true,
  line: true,
  example: 'Payment processors',
  description: 'Trimmed. Not the name of another active group.',
};
export const DESCRIPTION = { max: 1024, example: 'Vendors that touch card data' };

export class VendorGroup {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text({ max: 255, example: 'Payment processors' })
  name!: string;

  @Text({ ...DESCRIPTION, optional: true, description: 'Absent when never set; an empty text is preserved.' })
  description?: string;

  @Int64({ example: '12', description: 'Number of vendors in the group.' })
  memberCount!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  createdAt!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z', description: 'Last change of name or description.' })
  updatedAt!: string;
}

/** A request with a group id in its path. */
export class VendorGroupPath {
  @Text({ max: 64, example: EXAMPLE_ID, description: 'Id of the group.' })
  groupId!: string;
}

/** A request with vendors and one group. */
export class VendorGroupMembers extends VendorGroupPath {
  @TextList({
    max: 255,
    minItems: 1,
    maxItems: 500,
    example: [EXAMPLE_ID],
    description: 'Ids of vendors (Vendor.id).',
  })
  vendorIds!: string[];
}

export class VendorGroupResponse {
  @Nested(() => VendorGroup)
  vendorGroup!: VendorGroup;
}

/** The fields of a group that UpdateVendorGroup can change. */
export function writableFields({ name, description }: VendorGroup): object {
  return { name, description };
}

export interface VendorGroupRow {
  id: string;
  name: string;
  description: string | null;
  memberCount: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns that toVendorGroup reads. */
export const VENDOR_GROUP_COLUMNS = `id, name, description, member_count AS "memberCount", created_at AS "createdAt", updated_at AS "updatedAt"`;

export function toVendorGroup(row: VendorGroupRow): VendorGroup {
  return {
    id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    memberCount: row.memberCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
