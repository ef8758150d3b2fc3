import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { deliveryKey } from '../checked-webhook';
import { DELIVERIES_QUEUE } from '../delivering/queues';
import { holdEnabledWebhook } from '../found-webhook';
import { STATUS } from '../webhook-delivery.dto';
import { webhookTarget } from '../webhook.dto';
import { WebhookDeliveryNotFound } from '../webhook.errors';
import type { RedeliverWebhookRequest, RedeliverWebhookResponse } from './redeliver-webhook.dto';

export class RedeliverWebhook extends Command<RedeliverWebhookResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RedeliverWebhookRequest,
  ) {
    super();
  }
}

const again = (condition: string) => `
  WITH chosen AS (
    SELECT id, status FROM webhook_delivery WHERE organization_id = $1 AND webhook_id = $2 AND ${condition} FOR UPDATE
  ), sent AS (
    UPDATE webhook_delivery d SET status = ${STATUS.PENDING}, tries = 0, next_attempt_at = now()
      FROM chosen c WHERE d.organization_id = $1 AND d.id = c.id AND c.status <> ${STATUS.PENDING}
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM chosen) AS found, (SELECT count(*)::int FROM sent) AS sent`;
const ONE = again('id = $3::uuid');
const SINCE = again('created_at >= $3::timestamptz');

@CommandHandler(RedeliverWebhook)
export class RedeliverWebhookHandler implements ICommandHandler<RedeliverWebhook> {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, request: { id, deliveryId, since } }: RedeliverWebhook): Promise<RedeliverWebhookResponse> {
    const { organizationId } = caller;
    if ((deliveryId === undefined) === (since === undefined)) {
      const description = 'exactly one of deliveryId and since must be given';
      throw new InvalidArgument(`deliveryId: ${description}`, 'INVALID_REQUEST', [{ field: 'deliveryId', description }]);
    }
    if (deliveryId !== undefined && !isUuid(deliveryId)) throw new WebhookDeliveryNotFound(deliveryId);
    return this.database.transaction(organizationId, async (tx) => {
      const webhook = await holdEnabledWebhook(tx, organizationId, id);
      const rows = await tx.query<{ found: number; sent: number }[]>(deliveryId === undefined ? SINCE : ONE, [
        organizationId,
        id,
        deliveryId ?? since,
      ]);
      const { found = 0, sent = 0 } = rows[0] ?? {};
      if (deliveryId !== undefined && found === 0) throw new WebhookDeliveryNotFound(deliveryId);
      await recordAudit(tx, caller, { targets: [webhookTarget(webhook)] });
      if (sent > 0) await this.jobs.send(tx, DELIVERIES_QUEUE, { key: deliveryKey(caller, id) });
      return { redeliveredCount: String(sent) };
    });
  }
}
