import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/http/uuid';
import type { Caller } from '#platform/identity/caller';
import { Cursors } from '#platform/paging/cursors';
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

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Scans webhook_delivery_newest_idx. */
const PAGE = `
  SELECT ${WEBHOOK_DELIVERY_COLUMNS}, created_at::text AS at
    FROM webhook_delivery
   WHERE organization_id = $1 AND webhook_id = $2 AND ($3::smallint IS NULL OR status = $3) AND (created_at, id) < ($4::timestamptz, $5::uuid)
   ORDER BY created_at DESC, id DESC
   LIMIT $6 OFFSET $7`;
const COUNT = `
  SELECT (SELECT count(*)::int FROM webhook_delivery WHERE organization_id = $1 AND webhook_id = $2 AND ($3::smallint IS NULL OR status = $3)) AS total
    FROM webhook WHERE organization_id = $1 AND id = $2`;

@QueryHandler(GetWebhookDeliveries)
export class GetWebhookDeliveriesHandler implements IQueryHandler<GetWebhookDeliveries> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetWebhookDeliveries): Promise<GetWebhookDeliveriesResponse> {
    const organization = caller.organizationId;
    const { id: webhook, status } = request;
    if (!isUuid(webhook)) throw new WebhookNotFound(webhook);
    const page = await this.cursors.page([organization, 'GetWebhookDeliveries', webhook, status ?? ''], request);
    const [at, id] = page.place ?? NEWEST;
    const stored = status === undefined ? null : WEBHOOK_DELIVERY_STATUS.numberOf(status);
    const filter = [organization, webhook, stored];
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<WebhookDeliveryRow & { at: string }>(organization, PAGE, [...filter, at, id, page.fetched, page.offset]),
      this.database.lists.read<{ total: number }>(organization, COUNT, filter),
    ]);
    if (!count) throw new WebhookNotFound(webhook);
    const { shown, next } = page.cut(rows, (row) => [row.at, row.id]);
    return { deliveries: shown.map(toWebhookDelivery), totalCount: count.total, ...next };
  }
}
