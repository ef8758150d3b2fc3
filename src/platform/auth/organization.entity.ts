import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A domain is the primary domain of at most one organization. */
export const PRIMARY_DOMAIN_KEY = 'organization_domain_taken_key';

/** A customer of the service, and what it may do. */
@Entity('organization')
@Unique(PRIMARY_DOMAIN_KEY, ['domain'])
@Check('organization_monitoring_slots_check', 'monitoring_slots >= 0')
@Check('organization_rate_limit_per_minute_check', 'rate_limit_per_minute > 0')
export class OrganizationEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') domain!: string;
  @Column('boolean', { name: 'vrm_enabled', default: false }) vrmEnabled!: boolean;
  @Column({ type: 'timestamptz', name: 'vrm_until', precision: 3, nullable: true }) vrmUntil!: Date | null;
  @Column('integer', { name: 'monitoring_slots', default: 0 }) monitoringSlots!: number;
  @Column('integer', { name: 'rate_limit_per_minute', nullable: true }) rateLimitPerMinute!: number | null;
  @Column('text', { name: 'allowed_networks', array: true, nullable: true }) allowedNetworks!: string[] | null;
  @Column({ type: 'timestamptz', name: 'suspended_at', precision: 3, nullable: true }) suspendedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'monitoring_paused_at', precision: 3, nullable: true }) monitoringPausedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
