import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a vendor told an organization outside the service. Only that organization sees it. */
@Entity('vendor_response_on_behalf')
@Index('vendor_response_on_behalf_idx', ['organizationId', 'eventId', 'vendorDomain', 'receivedAt', 'id'])
export class VendorResponseOnBehalfEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'event_id' }) eventId!: string;
  @Column('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @Column('smallint', { name: 'response_status' }) responseStatus!: number;
  @Column('text', { nullable: true }) message!: string | null;
  @Column({ type: 'timestamptz', name: 'received_at', precision: 3 }) receivedAt!: Date;
  @Column({ type: 'timestamptz', name: 'recorded_at', precision: 3 }) recordedAt!: Date;
}
