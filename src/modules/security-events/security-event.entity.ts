import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A security event, shared by all organizations. body contains the rendered JSON of fields that are never queried. */
@Entity('security_event')
@Index('security_event_revision_idx', ['revision'])
export class SecurityEventEntity {
  @PrimaryColumn('text', { name: 'event_id' }) eventId!: string;
  @Column('text') title!: string;
  @Column('text') summary!: string;
  @Column('smallint', { name: 'event_type' }) eventType!: number;
  @Column('smallint') severity!: number;
  @Column('smallint') status!: number;
  @Column('boolean', { name: 'is_ransomware' }) isRansomware!: boolean;
  @Column('text', { name: 'affected_products', array: true }) affectedProducts!: string[];
  @Column({ type: 'timestamptz', name: 'published_at', precision: 3 }) publishedAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @Column('text') body!: string;
  @Column('bytea', { name: 'content_hash' }) contentHash!: Buffer;
  @Column('bigint') revision!: string;
  /** The organizations that see it; null: all. */
  @Column('uuid', { name: 'visible_to', array: true, nullable: true }) visibleTo!: string[] | null;
}
