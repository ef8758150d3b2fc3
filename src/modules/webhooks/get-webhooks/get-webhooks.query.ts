import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
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

const LIST = { columns: WEBHOOK_COLUMNS, from: 'webhook', where: 'organization_id = $1', time: 'created_at' };

@QueryHandler(GetWebhooks)
export class GetWebhooksHandler implements IQueryHandler<GetWebhooks> {
  constructor(private readonly newest: NewestFirst) {}

  async execute({ caller: { organizationId }, request }: GetWebhooks): Promise<GetWebhooksResponse> {
    const { rows, totals } = await this.newest.page<WebhookRow>(LIST, { organizationId, binding: ['GetWebhooks'], request });
    return { webhooks: rows.map(toWebhook), ...totals };
  }
}
