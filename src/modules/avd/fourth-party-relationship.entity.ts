import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A fourth party of a vendor, merged from all channels. */
@Entity('fourth_party_relationship')
@Index('fourth_party_relationship_party_idx', { synchronize: false })
@Index('fourth_party_relationship_weight_idx', { synchronize: false })
@Index('fourth_party_relationship_first_seen_idx', ['organizationId', 'firstSeen', 'vendorDomain', 'fourthPartyDomain'], {
  where: 'is_listed',
})
@Index('fourth_party_relationship_confidence_idx', ['organizationId', 'confidence', 'vendorDomain', 'fourthPartyDomain'], {
  where: 'is_listed',
})
export class FourthPartyRelationshipEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @PrimaryColumn('text', { name: 'fourth_party_domain' }) fourthPartyDomain!: string;
  @Column('uuid', { name: 'vendor_id' }) vendorId!: string;
  @Column('text', { name: 'company_name' }) companyName!: string;
  @Column('integer', { name: 'connection_types' }) connectionTypes!: number;
  @Column('text', { array: true }) products!: string[];
  @Column('smallint') confidence!: number;
  @Column('integer', { name: 'evidence_count' }) evidenceCount!: number;
  @Column({ type: 'timestamptz', name: 'first_seen', precision: 3 }) firstSeen!: Date;
  @Column({ type: 'timestamptz', name: 'last_seen', precision: 3 }) lastSeen!: Date;
  @Column('boolean', { name: 'is_current' }) isCurrent!: boolean;
  @Column('boolean', { name: 'is_listed' }) isListed!: boolean;
  @Column('smallint', { name: 'vendor_weight' }) vendorWeight!: number;
  @Column({
    type: 'boolean',
    name: 'is_critical',
    generatedType: 'STORED',
    asExpression: '((vendor_weight >= 40) OR (((vendor_weight)::integer % 8) = 4))',
    insert: false,
    update: false,
  })
  isCritical!: boolean;
}
