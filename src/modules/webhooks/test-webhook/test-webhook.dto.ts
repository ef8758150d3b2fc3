import { Nested } from '#platform/fields/fields';
import { WebhookDelivery } from '../webhook-delivery.dto';
import { WebhookPath } from '../webhook.dto';

export class TestWebhookRequest extends WebhookPath {}

export class TestWebhookResponse {
  @Nested(() => WebhookDelivery, { description: 'Pending: GetWebhookDeliveries shows the result.' })
  delivery!: WebhookDelivery;
}
