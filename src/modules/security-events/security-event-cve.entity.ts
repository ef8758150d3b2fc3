import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SecurityEventEntity } from './security-event.entity';

/** A vulnerability that an event is about. */
@Entity('security_event_cve')
@Index('security_event_cve_event_idx', ['eventId', 'cveId'])
@ForeignKey(() => SecurityEventEntity, ['eventId'], ['eventId'], { name: 'security_event_cve_event_id_fkey' })
export class SecurityEventCveEntity {
  @PrimaryColumn('text', { name: 'cve_id' }) cveId!: string;
  @PrimaryColumn('text', { name: 'event_id' }) eventId!: string;
  /** The organizations that see it; null: all. */
  @Column('uuid', { name: 'visible_to', array: true, nullable: true }) visibleTo!: string[] | null;
}
