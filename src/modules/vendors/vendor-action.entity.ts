import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { VendorEntity } from './vendor.entity';

/** An entry in the history of a vendor. */
@Entity('vendor_action')
@ForeignKey(() => VendorEntity, ['organizationId', 'vendorId'], ['organizationId', 'id'], {
  name: 'vendor_action_organization_id_vendor_id_fkey',
  onDelete: 'CASCADE',
})
export class VendorActionEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'vendor_id' }) vendorId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('smallint', { name: 'action_type' }) actionType!: number;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('smallint', { name: 'actor_type' }) actorType!: number;
  @Column('text', { name: 'actor_id', nullable: true }) actorId!: string | null;
  @Column('text', { name: 'actor_name' }) actorName!: string;
  @Column('text', { nullable: true }) comment!: string | null;
  /** What was set and removed, as the entry shows it. */
  @Column('jsonb', { nullable: true }) details!: object | null;
}
