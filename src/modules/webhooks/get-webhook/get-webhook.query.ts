import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { toWebhook } from '../webhook.dto';
import { WebhookEntity } from '../webhook.entity';
import { WebhookNotFound } from '../webhook.errors';
import type { GetWebhookRequest, GetWebhookResponse } from './get-webhook.dto';

export class GetWebhook extends Query<GetWebhookResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetWebhookRequest,
  ) {
    super();
  }
}

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId }, request: { id } }: GetWebhook): Promise<GetWebhookResponse> {
    if (!isUuid(id)) throw new WebhookNotFound(id);
    const webhook = await this.database.findOne(organizationId, WebhookEntity, { organizationId, id });
    if (!webhook) throw new WebhookNotFound(id);
    return { webhook: toWebhook(webhook) };
  }
}
