import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A change of a derived impact, as the history of the event lists it. */
@Entity('security_event_impact_change')
@Index('security_event_impact_change_age_idx', ['organizationId', 'occurredAt'], { type: 'brin' })
export class SecurityEventImpactChangeEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('smallint') view!: number;
  @PrimaryColumn('text', { name: 'party_domain' }) partyDomain!: string;
  @PrimaryColumn('text', { name: 'event_id' }) eventId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('smallint', { name: 'from_impact', nullable: true }) fromImpact!: number | null;
  @Column('smallint', { name: 'to_impact', nullable: true }) toImpact!: number | null;
}
