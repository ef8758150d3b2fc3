import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { isUuid } from '#platform/http/uuid';
import { VendorGroupEntity } from './vendor-group.entity';
import { VendorGroupNotFound } from './vendor-group.errors';

/** Finds a group that is not archived. */
export function activeGroup(organizationId: string, id: string): FindOptionsWhere<VendorGroupEntity> {
  if (!isUuid(id)) throw new VendorGroupNotFound(id);
  return { organizationId, id, archivedAt: IsNull() };
}

/** A group as the transaction sees it; one that does not exist, or is archived, is refused. */
export async function readActiveGroup(tx: EntityManager, organizationId: string, id: string): Promise<VendorGroupEntity> {
  const group = await tx.findOneBy(VendorGroupEntity, activeGroup(organizationId, id));
  if (!group) throw new VendorGroupNotFound(id);
  return group;
}

/** The same, held until the transaction ends: nobody else changes it meanwhile. */
export async function holdActiveGroup(tx: EntityManager, organizationId: string, id: string): Promise<VendorGroupEntity> {
  const group = await tx.findOne(VendorGroupEntity, { where: activeGroup(organizationId, id), lock: { mode: 'pessimistic_write' } });
  if (!group) throw new VendorGroupNotFound(id);
  return group;
}
