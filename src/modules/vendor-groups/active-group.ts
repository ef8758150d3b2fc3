import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { isUuid } from '#platform/fields/uuid';
import { VendorGroupEntity } from './vendor-group.entity';
import { VendorGroupNotFound } from './vendor-group.errors';

/** The condition for an active group, that is, one that is not archived. */
export function activeGroup(organizationId: string, id: string): FindOptionsWhere<VendorGroupEntity> {
  if (!isUuid(id)) throw new VendorGroupNotFound(id);
  return { organizationId, id, archivedAt: IsNull() };
}

/** Reads a group within a transaction; throws when it does not exist or is archived. */
export async function readActiveGroup(tx: EntityManager, organizationId: string, id: string): Promise<VendorGroupEntity> {
  const group = await tx.findOneBy(VendorGroupEntity, activeGroup(organizationId, id));
  if (!group) throw new VendorGroupNotFound(id);
  return group;
}

/** The same, and locks the group until the transaction ends. */
export async function holdActiveGroup(tx: EntityManager, organizationId: string, id: string): Promise<VendorGroupEntity> {
  const group = await tx.findOne(VendorGroupEntity, { where: activeGroup(organizationId, id), lock: { mode: 'pessimistic_write' } });
  if (!group) throw new VendorGroupNotFound(id);
  return group;
}
