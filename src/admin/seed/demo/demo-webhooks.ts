import type { INestApplicationContext } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { DELETE_EXAMPLE_ID, EXAMPLE_ID } from '#platform/fields/example-ids';
import { STATUS } from '#modules/webhooks/webhook-delivery.dto';
import { WebhookDeliveryEntity } from '#modules/webhooks/webhook-delivery.entity';
import { WebhookSecrets } from '#modules/webhooks/webhook-secrets';
import { WebhookEntity } from '#modules/webhooks/webhook.entity';
import { messageBody } from '#modules/webhooks/delivering/message';

/** A name that never resolves (RFC 6761): the demo calls nobody. */
const RECEIVER = 'https://receiver.invalid/vendor-risk';

/** Two webhooks for the examples: one to keep, with a delivery, and one to delete. */
export async function seedWebhooks(app: INestApplicationContext, organization: { id: string; domain: string }): Promise<void> {
  const secrets = app.get(WebhookSecrets, { strict: false });
  const organizationId = organization.id;
  const now = new Date();
  await app.get(Database).transaction(organizationId, async (tx) => {
    for (const [id, name] of [
      [EXAMPLE_ID, 'SIEM'],
      [DELETE_EXAMPLE_ID, 'Old ticket system'],
    ] as const) {
      const secret = secrets.seal(secrets.make(), id);
      await tx.insert(WebhookEntity, {
        organizationId,
        id,
        name,
        url: RECEIVER,
        eventTypes: ['webhook.test'],
        secret,
        lastDeliveryAt: now,
      });
    }
    await tx.insert(WebhookDeliveryEntity, {
      organizationId,
      id: EXAMPLE_ID,
      webhookId: EXAMPLE_ID,
      eventType: 'webhook.test',
      status: STATUS.SUCCEEDED,
      body: messageBody('webhook.test', now.toISOString(), organization, [JSON.stringify({ webhookId: EXAMPLE_ID, name: 'SIEM' })]),
      attempts: [{ at: now.toISOString(), statusCode: 204, durationMs: 84 }],
      tries: 1,
    });
  });
}
