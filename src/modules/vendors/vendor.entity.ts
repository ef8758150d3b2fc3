import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toContact, type KeptContact } from './contact';

/** A domain is in an organization's directory once. */
export const DOMAIN_KEY = 'vendor_domain_key';

/** What a call writes of a vendor; the scores beside it are kept by whatever writes observations. */
@Entity('vendor')
export class VendorEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'domain_name' }) domainName!: string;
  @Column('text', { name: 'company_name' }) companyName!: string;
  @Column('text', { name: 'vendor_ref', nullable: true }) vendorRef!: string | null;
  @Column('boolean', { name: 'is_monitored' }) isMonitored!: boolean;
  @Column('timestamptz', { name: 'monitored_since', nullable: true }) monitoredSince!: Date | null;
  @Column('smallint', { name: 'lifecycle_status' }) lifecycleStatus!: number;
  @Column('smallint', { name: 'risk_level', nullable: true }) riskLevel!: number | null;
  @Column('smallint', { name: 'business_impact', nullable: true }) businessImpact!: number | null;
  @Column('smallint', { name: 'data_types_shared', array: true }) dataTypesShared!: number[];
  @Column('smallint', { name: 'access_types', array: true }) accessTypes!: number[];
  @Column('bigint', { name: 'contract_value', nullable: true }) contractValue!: string | null;
  @Column('timestamptz', { name: 'contract_end_date', nullable: true }) contractEndDate!: Date | null;
  @Column('smallint', { name: 'data_region', nullable: true }) dataRegion!: number | null;
  @Column('jsonb', { transformer: { from: (kept: KeptContact[]) => kept.map(toContact), to: (contacts: KeptContact[]) => contacts } })
  contacts!: KeptContact[];
  @Column('timestamptz', { name: 'offboarded_at', nullable: true }) offboardedAt!: Date | null;
  @Column('text', { name: 'offboard_reason', nullable: true }) offboardReason!: string | null;
  @Column('smallint', { nullable: true }) score!: number | null;
  @Column('smallint', { name: 'score_grade', nullable: true }) scoreGrade!: number | null;
  @Column('bigint', { name: 'open_observation_count' }) openObservationCount!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
