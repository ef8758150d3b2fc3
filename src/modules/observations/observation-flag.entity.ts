import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The flag of an observation; the row is also the entry in its history. */
@Entity('observation_flag')
export class ObservationFlagEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @Column({ type: 'timestamptz', name: 'flagged_at', precision: 3 }) flaggedAt!: Date;
  @Column('smallint', { name: 'actor_type' }) actorType!: number;
  @Column('text', { name: 'actor_id', nullable: true }) actorId!: string | null;
  @Column('text', { name: 'actor_name' }) actorName!: string;
}
