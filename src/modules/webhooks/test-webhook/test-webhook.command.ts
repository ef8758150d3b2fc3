import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { rowId } from '#platform/database/row-ids';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { deliveryKey } from '../checked-webhook';
import { messageBody } from '../delivering/message';
import { DELIVERIES_QUEUE } from '../delivering/queues';
import { holdEnabledWebhook } from '../found-webhook';
import { STATUS, toWebhookDelivery } from '../webhook-delivery.dto';
import { WebhookDeliveryEntity } from '../webhook-delivery.entity';
import { webhookTarget } from '../webhook.dto';
import type { TestWebhookRequest, TestWebhookResponse } from './test-webhook.dto';

export class TestWebhook extends Command<TestWebhookResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: TestWebhookRequest,
  ) {
    super();
  }
}

@CommandHandler(TestWebhook)
export class TestWebhookHandler implements ICommandHandler<TestWebhook> {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, request: { id } }: TestWebhook): Promise<TestWebhookResponse> {
    const { organizationId, organization } = caller;
    return this.database.transaction(organizationId, async (tx) => {
      const webhook = await holdEnabledWebhook(tx, organizationId, id);
      const now = new Date();
      const data = [JSON.stringify({ webhookId: id, name: webhook.name })];
      const delivery = {
        organizationId,
        id: rowId(),
        webhookId: id,
        eventType: 'webhook.test' as const,
        status: STATUS.PENDING,
        body: messageBody('webhook.test', now.toISOString(), organization, data),
        attempts: [],
        nextAttemptAt: now,
        createdAt: now,
      };
      await tx.insert(WebhookDeliveryEntity, delivery);
      await recordAudit(tx, caller, { targets: [webhookTarget(webhook)] });
      await this.jobs.send(tx, DELIVERIES_QUEUE, { key: deliveryKey(caller, id) });
      return { delivery: toWebhookDelivery(delivery) };
    });
  }
}
