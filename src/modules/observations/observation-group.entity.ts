import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Observations of one CVE or type, counted by triggers. flagged_at is the only column that a call sets. */
@Entity('observation_group')
@Index('observation_group_open_idx', { synchronize: false })
@Index('observation_group_total_idx', ['organizationId', 'view'], { where: '(open_count > 0)' })
export class ObservationGroupEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('smallint') view!: number;
  @PrimaryColumn('text', { name: 'group_key' }) groupKey!: string;
  @Column('text', { name: 'observation_type' }) observationType!: string;
  @Column('text') title!: string;
  @Column('smallint') category!: number;
  @Column('bigint', { name: 'open_count', default: 0 }) openCount!: string;
  @Column('bigint', { name: 'closed_count', default: 0 }) closedCount!: string;
  @Column('bigint', { name: 'open_by_severity', array: true }) openBySeverity!: string[];
  @Column('bigint', { name: 'closed_by_severity', array: true }) closedBySeverity!: string[];
  @Column('bigint', { name: 'open_flagged', default: 0 }) openFlagged!: string;
  @Column('bigint', { name: 'closed_flagged', default: 0 }) closedFlagged!: string;
  @Column('bigint', { name: 'open_vendors', default: 0 }) openVendors!: string;
  @Column('bigint', { name: 'closed_vendors', default: 0 }) closedVendors!: string;
  @Column('bigint', { name: 'all_vendors', default: 0 }) allVendors!: string;
  @Column({ type: 'timestamptz', name: 'open_first_seen', precision: 3, nullable: true }) openFirstSeen!: Date | null;
  @Column({ type: 'timestamptz', name: 'open_last_seen', precision: 3, nullable: true }) openLastSeen!: Date | null;
  @Column({ type: 'timestamptz', name: 'closed_first_seen', precision: 3, nullable: true }) closedFirstSeen!: Date | null;
  @Column({ type: 'timestamptz', name: 'closed_last_seen', precision: 3, nullable: true }) closedLastSeen!: Date | null;
  @Column('numeric', { name: 'open_max_cvss', precision: 3, scale: 1, nullable: true }) openMaxCvss!: string | null;
  @Column('numeric', { name: 'closed_max_cvss', precision: 3, scale: 1, nullable: true }) closedMaxCvss!: string | null;
  @Column('boolean', { name: 'open_known_exploited', default: false }) openKnownExploited!: boolean;
  @Column('boolean', { name: 'closed_known_exploited', default: false }) closedKnownExploited!: boolean;
  @Column({ type: 'timestamptz', name: 'flagged_at', precision: 3, nullable: true }) flaggedAt!: Date | null;
}
