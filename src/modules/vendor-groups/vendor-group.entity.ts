import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Names of active groups are unique in an organization. */
export const ACTIVE_NAME_KEY = 'vendor_group_active_name_key';

@Entity('vendor_group')
export class VendorGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column({ type: 'bigint', name: 'member_count', insert: false, update: false }) memberCount!: string;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
