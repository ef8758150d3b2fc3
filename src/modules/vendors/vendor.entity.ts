import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { toContact, type KeptContact } from './contact';

/** A domain is unique in an organization's directory. */
export const DOMAIN_KEY = 'vendor_domain_key';

const CONTACTS = { from: (kept: KeptContact[]) => kept.map(toContact), to: (contacts: KeptContact[]) => contacts };

/** A vendor in an organization's directory. Whatever writes observations maintains score, grade and open observations. */
@Entity('vendor')
@Index('vendor_by_created_idx', ['organizationId', 'createdAt', 'id', 'lifecycleStatus'])
@Index('vendor_by_updated_idx', ['organizationId', 'updatedAt', 'id', 'lifecycleStatus'])
@Index('vendor_by_company_idx', ['organizationId', 'companyKey', 'id', 'lifecycleStatus'])
@Index('vendor_by_score_idx', ['organizationId', 'score', 'id', 'lifecycleStatus'], { where: '(score IS NOT NULL)' })
@Index('vendor_by_contract_end_date_idx', ['organizationId', 'contractEndDate', 'id', 'lifecycleStatus'], {
  where: '(contract_end_date IS NOT NULL)',
})
@Index('vendor_by_contract_value_idx', ['organizationId', 'contractValue', 'id', 'lifecycleStatus'], {
  where: '(contract_value IS NOT NULL)',
})
@Index('vendor_by_risk_level_idx', ['organizationId', 'riskLevel', 'id', 'lifecycleStatus'], { where: '(risk_level IS NOT NULL)' })
@Index('vendor_by_business_impact_idx', ['organizationId', 'businessImpact', 'id', 'lifecycleStatus'], {
  where: '(business_impact IS NOT NULL)',
})
@Index('vendor_filter_idx', { synchronize: false })
@Index('vendor_monitored_idx', ['organizationId'], { where: 'is_monitored' })
@Unique(DOMAIN_KEY, ['organizationId', 'domainName'])
export class VendorEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'domain_name' }) domainName!: string;
  @Column('text', { name: 'company_name' }) companyName!: string;
  @Column({
    type: 'text',
    name: 'company_key',
    generatedType: 'STORED',
    asExpression: 'lower(company_name)',
    insert: false,
    update: false,
    select: false,
  })
  companyKey!: string;
  @Column('text', { name: 'vendor_ref', nullable: true }) vendorRef!: string | null;
  @Column('boolean', { name: 'is_monitored', default: false }) isMonitored!: boolean;
  @Column({ type: 'timestamptz', name: 'monitored_since', precision: 3, nullable: true }) monitoredSince!: Date | null;
  @Column('smallint', { name: 'lifecycle_status' }) lifecycleStatus!: number;
  @Column('smallint', { name: 'risk_level', nullable: true }) riskLevel!: number | null;
  @Column('smallint', { name: 'business_impact', nullable: true }) businessImpact!: number | null;
  @Column('smallint', { name: 'data_types_shared', array: true, default: '{}' }) dataTypesShared!: number[];
  @Column('smallint', { name: 'access_types', array: true, default: '{}' }) accessTypes!: number[];
  @Column('bigint', { name: 'contract_value', nullable: true }) contractValue!: string | null;
  @Column({ type: 'timestamptz', name: 'contract_end_date', precision: 3, nullable: true }) contractEndDate!: Date | null;
  @Column('smallint', { name: 'data_region', nullable: true }) dataRegion!: number | null;
  @Column('jsonb', { default: '[]', transformer: CONTACTS }) contacts!: KeptContact[];
  @Column({ type: 'timestamptz', name: 'offboarded_at', precision: 3, nullable: true }) offboardedAt!: Date | null;
  @Column('text', { name: 'offboard_reason', nullable: true }) offboardReason!: string | null;
  @Column('smallint', { nullable: true }) score!: number | null;
  @Column('smallint', { name: 'score_grade', nullable: true }) scoreGrade!: number | null;
  @Column('bigint', { name: 'open_observation_count', default: 0 }) openObservationCount!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
