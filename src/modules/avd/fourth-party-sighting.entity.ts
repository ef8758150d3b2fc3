import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A fourth party of a vendor as seen in one channel (DNS or pages). connection_types is a bit mask, see connection-mask. */
@Entity('fourth_party_sighting')
export class FourthPartySightingEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @PrimaryColumn('text', { name: 'fourth_party_domain' }) fourthPartyDomain!: string;
  @PrimaryColumn('smallint') channel!: number;
  @Column('text', { name: 'company_name' }) companyName!: string;
  @Column('integer', { name: 'connection_types' }) connectionTypes!: number;
  @Column('text', { array: true }) products!: string[];
  @Column('smallint') confidence!: number;
  @Column('jsonb') evidence!: unknown;
  @Column({ type: 'timestamptz', name: 'first_seen', precision: 3 }) firstSeen!: Date;
  @Column({ type: 'timestamptz', name: 'last_seen', precision: 3 }) lastSeen!: Date;
  @Column('boolean', { name: 'is_current' }) isCurrent!: boolean;
}
