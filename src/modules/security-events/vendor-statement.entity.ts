import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SecurityEventEntity } from './security-event.entity';

/** An organization's response to an event, one row per domain. Organizations with the domain in their directory may read it. */
@Entity('vendor_statement')
@Index('vendor_statement_own_idx', ['organizationId', 'eventId', 'recordedAt', 'id'])
@Index('vendor_statement_domain_idx', ['domain', 'eventId', 'recordedAt', 'id'])
@ForeignKey(() => SecurityEventEntity, ['eventId'], ['eventId'], { name: 'vendor_statement_event_id_fkey' })
export class VendorStatementEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @PrimaryColumn('text') domain!: string;
  @Column('text', { name: 'event_id' }) eventId!: string;
  @Column('smallint', { name: 'response_status' }) responseStatus!: number;
  @Column('text', { nullable: true }) message!: string | null;
  @Column({ type: 'timestamptz', name: 'expected_resolution_at', precision: 3, nullable: true }) expectedResolutionAt!: Date | null;
  @Column('text', { name: 'evidence_urls', array: true }) evidenceUrls!: string[];
  @Column({ type: 'timestamptz', name: 'recorded_at', precision: 3 }) recordedAt!: Date;
}
