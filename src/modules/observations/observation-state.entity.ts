import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const LISTED = ['organizationId', 'view', 'isOpen', 'isListed'];

/** What people decided about an observation, and when anything about it last changed: one row per observation, maintained by triggers. */
@Entity('observation_state')
@Index('observation_state_update_idx', { synchronize: false })
@Index('observation_state_without_due_idx', [...LISTED, 'dueAt'], { where: '(due_at IS NULL)' })
@Index('observation_state_due_date_idx', { synchronize: false })
@Index('observation_state_unassigned_idx', [...LISTED, 'assigneeWord'], { where: '(assignee_word IS NULL)' })
@Index('observation_state_owner_idx', { synchronize: false })
@Index('observation_state_flag_idx', { synchronize: false })
export class ObservationStateEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @Column('smallint') view!: number;
  @Column('boolean', { name: 'is_open' }) isOpen!: boolean;
  @Column('boolean', { name: 'is_listed' }) isListed!: boolean;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  /** A copy, maintained by a trigger. */
  @Column({ type: 'timestamptz', name: 'first_seen', precision: 3 }) firstSeen!: Date;
  /** A few bits of each value, maintained by a trigger: the index of the last change leaves rows out by them. */
  @Column('bigint', { name: 'kind_bits', default: 0 }) kindBits!: string;
  @Column('bigint', { name: 'name_bits', default: 0 }) nameBits!: string;
  @Column('bigint', { name: 'url_bits', default: 0 }) urlBits!: string;
  /** The effective due date: setDueAt, otherwise the date from the policy. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'set_due_at', precision: 3, nullable: true }) setDueAt!: Date | null;
  /** A copy of the flag's time, maintained by a trigger. */
  @Column({ type: 'timestamptz', name: 'flagged_at', precision: 3, nullable: true }) flaggedAt!: Date | null;
  @Column('text', { nullable: true }) assignee!: string | null;
  @Column({
    type: 'text',
    name: 'assignee_word',
    nullable: true,
    generatedType: 'STORED',
    asExpression: 'lower(assignee)',
    insert: false,
    update: false,
    select: false,
  })
  assigneeWord!: string | null;
}
