import { Int32, Member, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { WEBHOOK_DELIVERY_STATUS, WebhookDelivery } from '../webhook-delivery.dto';
import { WEBHOOK_ID } from '../webhook.dto';

export class GetWebhookDeliveriesRequest extends PageRequest {
  @Text(WEBHOOK_ID)
  id!: string;

  @Member(WEBHOOK_DELIVERY_STATUS, { optional: true, description: 'Unset: all.' })
  status?: string;

  @FieldNames(WebhookDelivery, ['id'], ['eventType', 'status', 'createdAt'])
  fields?: string[];
}

export class GetWebhookDeliveriesResponse {
  @NestedList(() => WebhookDelivery, { maxItems: MAX_PAGE, description: 'Newest first. Kept for 30 days.' })
  deliveries!: WebhookDelivery[];

  @Int32({ example: 12, description: 'Deliveries that match.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
