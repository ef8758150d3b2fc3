import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
import { toWebhookDelivery, WEBHOOK_DELIVERY_COLUMNS, WEBHOOK_DELIVERY_STATUS, type WebhookDeliveryRow } from '../webhook-delivery.dto';
import { WebhookNotFound } from '../webhook.errors';
import type { GetWebhookDeliveriesRequest, GetWebhookDeliveriesResponse } from './get-webhook-deliveries.dto';

export class GetWebhookDeliveries extends Query<GetWebhookDeliveriesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetWebhookDeliveriesRequest,
  ) {
    super();
  }
}

/** Scans webhook_delivery_newest_idx. */
const LIST = {
  columns: WEBHOOK_DELIVERY_COLUMNS,
  from: 'webhook_delivery',
  where: 'organization_id = $1 AND webhook_id = $2 AND ($3::smallint IS NULL OR status = $3)',
  time: 'created_at',
};
const WEBHOOK = `SELECT 1 FROM webhook WHERE organization_id = $1 AND id = $2`;

@QueryHandler(GetWebhookDeliveries)
export class GetWebhookDeliveriesHandler implements IQueryHandler<GetWebhookDeliveries> {
  constructor(
    private readonly database: Database,
    private readonly newest: NewestFirst,
  ) {}

  async execute({ caller: { organizationId }, request }: GetWebhookDeliveries): Promise<GetWebhookDeliveriesResponse> {
    const { id, status } = request;
    if (!isUuid(id)) throw new WebhookNotFound(id);
    const [webhooks, { rows, totals }] = await Promise.all([
      this.database.lists.read(organizationId, WEBHOOK, [organizationId, id]),
      this.newest.page<WebhookDeliveryRow>(LIST, {
        organizationId,
        binding: ['GetWebhookDeliveries', id, status ?? ''],
        params: [id, status === undefined ? null : WEBHOOK_DELIVERY_STATUS.numberOf(status)],
        request,
      }),
    ]);
    if (webhooks.length === 0) throw new WebhookNotFound(id);
    return { deliveries: rows.map(toWebhookDelivery), ...totals };
  }
}
