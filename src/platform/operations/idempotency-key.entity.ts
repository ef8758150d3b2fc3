import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A write that a client may repeat: the fingerprint of its request, and its answer once it exists. */
@Entity('idempotency_key')
@Index('idempotency_key_age_idx', ['organizationId', 'startedAt'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @PrimaryColumn('text') operation!: string;
  @PrimaryColumn('text') key!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3 }) startedAt!: Date;
  @Column('smallint', { nullable: true }) status!: number | null;
  @Column('text', { nullable: true }) body!: string | null;
}
