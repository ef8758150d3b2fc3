import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A change of an observation, as its history lists it. */
@Entity('observation_action')
@Index('observation_action_age_idx', ['organizationId', 'occurredAt'], { type: 'brin' })
export class ObservationActionEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('smallint', { name: 'action_type' }) actionType!: number;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('smallint', { name: 'actor_type' }) actorType!: number;
  @Column('text', { name: 'actor_id', nullable: true }) actorId!: string | null;
  @Column('text', { name: 'actor_name' }) actorName!: string;
  @Column('smallint', { name: 'from_status', nullable: true }) fromStatus!: number | null;
  @Column('smallint', { name: 'to_status', nullable: true }) toStatus!: number | null;
  @Column('text', { nullable: true }) comment!: string | null;
  /** What was set and removed, as the entry shows it. */
  @Column('jsonb', { nullable: true }) details!: object | null;
}
