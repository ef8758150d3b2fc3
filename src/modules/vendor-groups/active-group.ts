import type { Statements } from '#platform/database/database';
import { isUuid } from '#platform/http/uuid';
import { toVendorGroup, VENDOR_GROUP_COLUMNS, type VendorGroup, type VendorGroupRow } from './vendor-group.dto';
import { VendorGroupNotFound } from './vendor-group.errors';

export const FIND_ACTIVE_GROUP = `SELECT ${VENDOR_GROUP_COLUMNS} FROM vendor_group WHERE organization_id = $1 AND id = $2 AND archived_at IS NULL`;

/** A group as the transaction sees it; one that is not there, or archived, is refused. */
export async function readActiveGroup(tx: Statements, organizationId: string, groupId: string): Promise<VendorGroup> {
  const [row] = isUuid(groupId) ? ((await tx.query(FIND_ACTIVE_GROUP, [organizationId, groupId])) as VendorGroupRow[]) : [];
  if (!row) throw new VendorGroupNotFound(groupId);
  return toVendorGroup(row);
}
