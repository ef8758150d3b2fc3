import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';

/** One scan of a vendor: queued, running or done. `held_by` is the process that runs it, until `held_until`. */
@Entity('monitoring_run')
@Index('monitoring_run_newest_idx', ['organizationId', 'queuedAt', 'id'])
@Index('monitoring_run_of_vendor_idx', ['organizationId', 'vendorId', 'queuedAt', 'id'])
@Index('monitoring_run_unfinished_key', ['organizationId', 'vendorId'], { unique: true, where: '(finished_at IS NULL)' })
@ForeignKey(() => VendorEntity, ['organizationId', 'vendorId'], ['organizationId', 'id'], {
  name: 'monitoring_run_organization_id_vendor_id_fkey',
  onDelete: 'CASCADE',
})
export class MonitoringRunEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'vendor_id' }) vendorId!: string;
  @Column('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @Column('smallint', { default: 1 }) status!: number;
  @Column({ type: 'timestamptz', name: 'queued_at', precision: 3, default: () => 'now()' }) queuedAt!: Date;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, nullable: true }) startedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'held_until', precision: 3, nullable: true }) heldUntil!: Date | null;
  @Column('uuid', { name: 'held_by', nullable: true }) heldBy!: string | null;
  @Column('integer', { default: 0 }) hosts!: number;
  @Column('integer', { default: 0 }) checks!: number;
  @Column('integer', { default: 0 }) created!: number;
  @Column('integer', { default: 0 }) resolved!: number;
  @Column('integer', { default: 0 }) reobserved!: number;
  @Column('text', { array: true, default: '{}' }) problems!: string[];
}
