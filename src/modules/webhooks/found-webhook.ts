import type { EntityManager } from 'typeorm';
import { isUuid } from '#platform/fields/uuid';
import { WebhookEntity } from './webhook.entity';
import { WebhookDisabled, WebhookNotFound } from './webhook.errors';

/** Reads a webhook and locks it until the transaction ends. */
export async function holdWebhook(tx: EntityManager, organizationId: string, id: string): Promise<WebhookEntity> {
  if (!isUuid(id)) throw new WebhookNotFound(id);
  const webhook = await tx.findOne(WebhookEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
  if (!webhook) throw new WebhookNotFound(id);
  return webhook;
}

/** The same, for an enabled webhook. */
export async function holdEnabledWebhook(tx: EntityManager, organizationId: string, id: string): Promise<WebhookEntity> {
  const webhook = await holdWebhook(tx, organizationId, id);
  if (!webhook.isEnabled) throw new WebhookDisabled(id);
  return webhook;
}
