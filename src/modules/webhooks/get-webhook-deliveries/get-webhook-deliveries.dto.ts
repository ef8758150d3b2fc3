import { Int32, Member, NestedList, Text } from '#platform/http/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { EXAMPLE_ID } from '#platform/http/example-ids';
import { Id } from '#platform/http/fields';
import { WEBHOOK_DELIVERY_STATUS, WebhookDelivery } from '../webhook-delivery.dto';

export class GetWebhookDeliveriesRequest extends PageRequest {
  @Id({ of: 'the id of a webhook', example: EXAMPLE_ID, description: 'Id of the webhook.' })
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
