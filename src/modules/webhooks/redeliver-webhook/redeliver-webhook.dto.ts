import { DateTime, Int64, Text } from '#platform/fields/fields';
import { WebhookPath } from '../webhook.dto';

export class RedeliverWebhookRequest extends WebhookPath {
  @Text({ max: 64, optional: true, description: 'One delivery. Either this or since.' })
  deliveryId?: string;

  @DateTime({
    optional: true,
    description: 'All deliveries made at that time or later, whether they succeeded or not. At most 30 days back.',
  })
  since?: string;
}

export class RedeliverWebhookResponse {
  @Int64({ example: '3', description: 'Deliveries that are sent again. Pending ones are sent anyway and not counted.' })
  redeliveredCount!: string;
}
