import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import type { CheckedAsset } from './verdict';

/** A fault that a check found, and the number of consecutive scans that have passed since. Deleted when its finding is resolved. */
@Entity('monitoring_fault')
@Index('monitoring_fault_unconfirmed_idx', ['organizationId', 'vendorId'], { where: '(NOT is_confirmed)' })
@ForeignKey(() => VendorEntity, ['organizationId', 'vendorId'], ['organizationId', 'id'], {
  name: 'monitoring_fault_organization_id_vendor_id_fkey',
  onDelete: 'CASCADE',
})
export class MonitoringFaultEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'vendor_id' }) vendorId!: string;
  @PrimaryColumn('text') host!: string;
  @PrimaryColumn('text', { name: 'check_id' }) checkId!: string;
  @Column('jsonb') asset!: CheckedAsset;
  @Column('smallint', { default: 0 }) passes!: number;
  /** First sighting. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) since!: Date;
  /** Seen often enough to open a finding. */
  @Column('boolean', { name: 'is_confirmed', default: true }) isConfirmed!: boolean;
  /** The last scan that could determine whether it still exists. */
  @Column({ type: 'timestamptz', name: 'judged_at', precision: 3, default: () => 'now()' }) judgedAt!: Date;
}
