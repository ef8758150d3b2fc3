import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import { VendorGroupEntity } from './vendor-group.entity';

/** A vendor in a group. */
@Entity('vendor_group_member')
@Index('vendor_group_member_vendor_idx', ['organizationId', 'vendorId', 'groupId'])
@ForeignKey(() => VendorGroupEntity, ['organizationId', 'groupId'], ['organizationId', 'id'], {
  name: 'vendor_group_member_organization_id_group_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => VendorEntity, ['organizationId', 'vendorId'], ['organizationId', 'id'], {
  name: 'vendor_group_member_organization_id_vendor_id_fkey',
  onDelete: 'CASCADE',
})
export class VendorGroupMemberEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'group_id' }) groupId!: string;
  @PrimaryColumn('uuid', { name: 'vendor_id' }) vendorId!: string;
}
