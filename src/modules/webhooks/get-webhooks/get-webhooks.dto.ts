import { Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { Webhook } from '../webhook.dto';

export class GetWebhooksRequest extends PageRequest {
  @FieldNames(Webhook, ['id'], ['name', 'url', 'eventTypes', 'isEnabled', 'lastDeliveryAt'])
  fields?: string[];
}

export class GetWebhooksResponse {
  @NestedList(() => Webhook, { maxItems: MAX_PAGE, description: 'Newest first.' })
  webhooks!: Webhook[];

  @Int32({ example: 2, description: 'Webhooks of the organization.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
