import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event of an organization's audit log. Written at commit by the database itself, and never changed. */
@Entity('audit_event')
@Index('audit_event_time_idx', ['organizationId', 'occurredAt', 'sequence'])
@Index('audit_event_actor_idx', ['organizationId', 'actorId', 'sequence'])
@Index('audit_event_operation_idx', ['organizationId', 'operation', 'sequence'])
@Index('audit_event_address_idx', ['organizationId', 'sourceAddress', 'sequence'])
@Index('audit_event_refused_idx', ['organizationId', 'sequence'], { where: "(outcome = 'AUDIT_OUTCOME_REFUSED'::text)" })
export class AuditEventEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('bigint') sequence!: string;
  @Column('uuid') id!: string;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('text', { name: 'actor_type' }) actorType!: string;
  @Column('text', { name: 'actor_id', nullable: true }) actorId!: string | null;
  @Column('text', { name: 'actor_name' }) actorName!: string;
  @Column('text', { name: 'credential_id', nullable: true }) credentialId!: string | null;
  @Column('text', { name: 'source_address', nullable: true }) sourceAddress!: string | null;
  @Column('text') surface!: string;
  @Column('text') operation!: string;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
  @Column('text') outcome!: string;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('integer') occurrences!: number;
  /** JSON, as it was hashed. */
  @Column('text') targets!: string;
  @Column('integer', { name: 'target_count' }) targetCount!: number;
  @Column('text') changes!: string;
  @Column('bytea', { name: 'previous_hash' }) previousHash!: Buffer;
  @Column('bytea') hash!: Buffer;
}
