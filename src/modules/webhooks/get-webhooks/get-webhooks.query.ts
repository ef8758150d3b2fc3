import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { Cursors } from '#platform/paging/cursors';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../webhook.dto';
import type { GetWebhooksRequest, GetWebhooksResponse } from './get-webhooks.dto';

export class GetWebhooks extends Query<GetWebhooksResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetWebhooksRequest,
  ) {
    super();
  }
}

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const PAGE = `
  SELECT ${WEBHOOK_COLUMNS}, created_at::text AS at
    FROM webhook
   WHERE organization_id = $1 AND (created_at, id) < ($2::timestamptz, $3::uuid)
   ORDER BY created_at DESC, id DESC
   LIMIT $4 OFFSET $5`;
const COUNT = `SELECT count(*)::int AS total FROM webhook WHERE organization_id = $1`;

@QueryHandler(GetWebhooks)
export class GetWebhooksHandler implements IQueryHandler<GetWebhooks> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetWebhooks): Promise<GetWebhooksResponse> {
    const organization = caller.organizationId;
    const page = await this.cursors.page([organization, 'GetWebhooks'], request);
    const [at, id] = page.place ?? NEWEST;
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<WebhookRow & { at: string }>(organization, PAGE, [organization, at, id, page.fetched, page.offset]),
      this.database.lists.read<{ total: number }>(organization, COUNT, [organization]),
    ]);
    const { shown, next } = page.cut(rows, (row) => [row.at, row.id]);
    return { webhooks: shown.map(toWebhook), totalCount: count?.total ?? 0, ...next };
  }
}
