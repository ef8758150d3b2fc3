import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Names of active groups are unique in an organization. */
export const ACTIVE_NAME_KEY = 'vendor_group_active_name_key';

/** A named group of vendors. A trigger maintains member_count. */
@Entity('vendor_group')
@Index('vendor_group_newest_idx', { synchronize: false })
@Index(ACTIVE_NAME_KEY, ['organizationId', 'name'], { unique: true, where: '(archived_at IS NULL)' })
export class VendorGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column({ type: 'bigint', name: 'member_count', default: 0, insert: false, update: false }) memberCount!: string;
  @Column({ type: 'timestamptz', name: 'archived_at', precision: 3, nullable: true }) archivedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
