import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A URL that receives events. The secrets are sealed: see WebhookSecrets. */
@Entity('webhook')
@Index('webhook_enabled_idx', ['organizationId'], { where: 'is_enabled' })
export class WebhookEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') url!: string;
  /** NULL means all. */
  @Column('text', { name: 'event_types', array: true, nullable: true }) eventTypes!: string[] | null;
  @Column('jsonb', { nullable: true }) filters!: object[] | null;
  @Column('boolean', { name: 'is_enabled', default: true }) isEnabled!: boolean;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason!: string | null;
  @Column('bytea') secret!: Buffer;
  @Column('bytea', { name: 'previous_secret', nullable: true }) previousSecret!: Buffer | null;
  @Column({ type: 'timestamptz', name: 'previous_secret_until', precision: 3, nullable: true }) previousSecretUntil!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_delivery_at', precision: 3, nullable: true }) lastDeliveryAt!: Date | null;
  /** The first failed attempt since the last success. */
  @Column({ type: 'timestamptz', name: 'failing_since', precision: 3, nullable: true }) failingSince!: Date | null;
  /** A process holds the lease for sending until then. */
  @Column({ type: 'timestamptz', name: 'busy_until', precision: 3, nullable: true }) busyUntil!: Date | null;
}
