import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The impact of an event on a vendor or the organization itself, derived by the database. Null when nothing links the two any more. */
@Entity('security_event_impact')
@Index('security_event_impact_event_idx', ['organizationId', 'view', 'eventId', 'partyDomain'])
export class SecurityEventImpactEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('smallint') view!: number;
  @PrimaryColumn('text', { name: 'party_domain' }) partyDomain!: string;
  @PrimaryColumn('text', { name: 'event_id' }) eventId!: string;
  @Column('integer', { name: 'open_count', default: 0 }) openCount!: number;
  @Column('integer', { name: 'closed_count', default: 0 }) closedCount!: number;
  @Column('boolean', { name: 'is_named_victim', default: false }) isNamedVictim!: boolean;
  @Column('text', { name: 'via_fourth_party_domain', nullable: true }) viaFourthPartyDomain!: string | null;
  @Column('smallint', { nullable: true }) impact!: number | null;
  @Column({ type: 'timestamptz', name: 'first_seen_at', precision: 3, nullable: true }) firstSeenAt!: Date | null;
}
