import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SecurityEventEntity } from './security-event.entity';

/** A request of an organization to a vendor about an event. The organization that owns the domain may read it. */
@Entity('vrm_request')
@Index('vrm_request_sent_idx', ['organizationId', 'eventId', 'vendorDomain'])
@Index('vrm_request_received_idx', ['vendorDomain', 'eventId'])
@ForeignKey(() => SecurityEventEntity, ['eventId'], ['eventId'], { name: 'vrm_request_event_id_fkey' })
export class VrmRequestEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'event_id' }) eventId!: string;
  @Column('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @Column('text', { nullable: true }) message!: string | null;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3 }) sentAt!: Date;
}
