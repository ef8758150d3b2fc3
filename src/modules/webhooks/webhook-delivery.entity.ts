import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WebhookEntity } from './webhook.entity';

/** An attempt as stored. */
export interface StoredAttempt {
  at: string;
  statusCode?: number;
  error?: string;
  durationMs: number;
}

/** A message to one webhook. Every attempt sends the same body under the same id. */
@Entity('webhook_delivery')
@Index('webhook_delivery_newest_idx', { synchronize: false })
@Index('webhook_delivery_due_idx', ['organizationId', 'webhookId', 'nextAttemptAt'], { where: '(status = webhook_delivery_pending())' })
@Index('webhook_delivery_age_idx', ['organizationId', 'createdAt'])
@ForeignKey(() => WebhookEntity, ['organizationId', 'webhookId'], ['organizationId', 'id'], {
  onDelete: 'CASCADE',
  name: 'webhook_delivery_organization_id_webhook_id_fkey',
})
export class WebhookDeliveryEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'webhook_id' }) webhookId!: string;
  @Column('text', { name: 'event_type' }) eventType!: string;
  @Column('smallint', { default: 1 }) status!: number;
  @Column('text') body!: string;
  @Column('jsonb', { default: [] }) attempts!: StoredAttempt[];
  /** Attempts since it was created or last redelivered. */
  @Column('smallint', { default: 0 }) tries!: number;
  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
