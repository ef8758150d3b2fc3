import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SecurityEventEntity } from './security-event.entity';

/** A domain that an event names as its victim. */
@Entity('security_event_victim')
@Index('security_event_victim_event_idx', ['eventId', 'domain'])
@ForeignKey(() => SecurityEventEntity, ['eventId'], ['eventId'], { name: 'security_event_victim_event_id_fkey' })
export class SecurityEventVictimEntity {
  @PrimaryColumn('text') domain!: string;
  @PrimaryColumn('text', { name: 'event_id' }) eventId!: string;
  @Column({ type: 'timestamptz', name: 'named_at', precision: 3, default: () => 'now()' }) namedAt!: Date;
  /** The organizations that see it; null: all. */
  @Column('uuid', { name: 'visible_to', array: true, nullable: true }) visibleTo!: string[] | null;
}
