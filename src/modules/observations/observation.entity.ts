import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { APPROVAL } from '#shared/observation.enums';

/** The columns with which the indexes of lists begin. */
const LISTED = ['organizationId', 'view', 'isOpen'];

/** One finding about a vendor or about the organization itself. body and enrichment hold rendered JSON of fields that are only displayed. */
@Entity('observation')
@Index('observation_first_seen_idx', [...LISTED, 'firstSeen', 'id', 'severity', 'lastSeen', 'createdAt', 'updatedAt'], {
  where: 'is_listed',
})
@Index('observation_last_seen_idx', [...LISTED, 'lastSeen', 'id', 'severity', 'firstSeen', 'createdAt', 'updatedAt'], {
  where: 'is_listed',
})
@Index('observation_severity_idx', [...LISTED, 'severity', 'firstSeen', 'id', 'lastSeen', 'createdAt', 'updatedAt'], { where: 'is_listed' })
@Index('observation_cvss_idx', [...LISTED, 'cvssRank', 'firstSeen', 'id', 'severity', 'lastSeen', 'createdAt', 'updatedAt'], {
  where: 'is_listed',
})
@Index('observation_created_idx', [...LISTED, 'createdAt'], { where: 'is_listed' })
@Index('observation_resolved_idx', [...LISTED, 'resolvedAt'], { where: '(is_listed AND (resolved_at IS NOT NULL))' })
@Index('observation_epss_idx', [...LISTED, 'epssScore'], { where: '(is_listed AND (epss_score IS NOT NULL))' })
@Index('observation_group_idx', ['organizationId', 'view', 'groupKey'])
@Index('observation_category_idx', ['organizationId', 'view', 'category', 'groupKey', 'severity'], { where: '(is_open AND is_listed)' })
@Index('observation_party_idx', ['organizationId', 'view', 'partyDomain', 'firstSeen', 'id', 'severity'])
@Index('observation_terms_idx', { synchronize: false })
@Unique('observation_fingerprint_key', ['organizationId', 'fingerprint'])
export class ObservationEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('smallint') view!: number;
  @Column('text', { name: 'party_domain' }) partyDomain!: string;
  @Column('uuid', { name: 'vendor_id', nullable: true }) vendorId!: string | null;
  @Column('text', { name: 'vendor_name', nullable: true }) vendorName!: string | null;
  @Column('text', { name: 'subject_domain' }) subjectDomain!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column('text', { name: 'group_key' }) groupKey!: string;
  @Column('text', { name: 'observation_type' }) observationType!: string;
  @Column('text') title!: string;
  @Column('smallint') category!: number;
  @Column('smallint') severity!: number;
  @Column('smallint', { nullable: true }) confidence!: number | null;
  @Column('smallint', { name: 'approval_status' }) approvalStatus!: number;
  @Column({
    type: 'boolean',
    name: 'is_open',
    generatedType: 'STORED',
    asExpression: `(approval_status < ${APPROVAL.RESOLVED})`,
    insert: false,
    update: false,
  })
  isOpen!: boolean;
  @Column('boolean', { name: 'is_listed', default: true }) isListed!: boolean;
  @Column('smallint', { name: 'asset_type', nullable: true }) assetType!: number | null;
  @Column('text', { name: 'asset_ip', nullable: true }) assetIp!: string | null;
  @Column('integer', { name: 'asset_port', nullable: true }) assetPort!: number | null;
  @Column('smallint', { name: 'asset_protocol', nullable: true }) assetProtocol!: number | null;
  @Column('text', { name: 'asset_domain', nullable: true }) assetDomain!: string | null;
  @Column('text', { name: 'asset_url', nullable: true }) assetUrl!: string | null;
  @Column('text', { name: 'cve_ids', array: true, default: '{}' }) cveIds!: string[];
  @Column('text', { name: 'cwe_ids', array: true, default: '{}' }) cweIds!: string[];
  @Column('text', { array: true, default: '{}' }) tags!: string[];
  @Column('numeric', { name: 'cvss_base_score', precision: 3, scale: 1, nullable: true }) cvssBaseScore!: string | null;
  @Column({
    type: 'smallint',
    name: 'cvss_rank',
    generatedType: 'STORED',
    asExpression: `COALESCE((((cvss_base_score * (10)::numeric))::smallint)::integer, '-1'::integer)`,
    insert: false,
    update: false,
    select: false,
  })
  cvssRank!: number;
  @Column('smallint', { name: 'cvss_severity', nullable: true }) cvssSeverity!: number | null;
  @Column('numeric', { name: 'epss_score', precision: 7, scale: 6, nullable: true }) epssScore!: string | null;
  @Column('numeric', { name: 'epss_percentile', precision: 7, scale: 6, nullable: true }) epssPercentile!: string | null;
  @Column('boolean', { name: 'is_known_exploited', default: false }) isKnownExploited!: boolean;
  @Column('boolean', { name: 'is_ransomware_used', default: false }) isRansomwareUsed!: boolean;
  @Column('text', { name: 'source_name' }) sourceName!: string;
  @Column('integer', { name: 'regression_count', default: 0 }) regressionCount!: number;
  @Column({ type: 'timestamptz', name: 'first_seen', precision: 3 }) firstSeen!: Date;
  @Column({ type: 'timestamptz', name: 'last_seen', precision: 3 }) lastSeen!: Date;
  @Column({ type: 'timestamptz', name: 'resolved_at', precision: 3, nullable: true }) resolvedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @Column('text') body!: string;
  @Column('bytea', { name: 'body_hash' }) bodyHash!: Buffer;
  @Column('text', { nullable: true }) enrichment!: string | null;
}
