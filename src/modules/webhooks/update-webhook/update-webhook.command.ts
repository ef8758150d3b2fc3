import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { assertUnchanged } from '#platform/http/if-match';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { checkUrl, deliveryKey, storedEventTypes, storedFilters } from '../checked-webhook';
import { DELIVERIES_QUEUE } from '../delivering/queues';
import { holdWebhook } from '../found-webhook';
import { WebhookAddresses } from '../webhook-addresses';
import { toWebhook, webhookTarget, writableFields } from '../webhook.dto';
import { WebhookEntity } from '../webhook.entity';
import type { UpdateWebhookRequest, UpdateWebhookResponse } from './update-webhook.dto';

export class UpdateWebhook extends Command<UpdateWebhookResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UpdateWebhookRequest,
    /** The If-Match header. */
    readonly ifMatch?: string,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhook)
export class UpdateWebhookHandler implements ICommandHandler<UpdateWebhook> {
  constructor(
    private readonly database: Database,
    private readonly addresses: WebhookAddresses,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, request, ifMatch }: UpdateWebhook): Promise<UpdateWebhookResponse> {
    const { organizationId } = caller;
    const { id, name, url, eventTypes, filters, isEnabled } = request;
    const changes = {
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(eventTypes !== undefined && { eventTypes: storedEventTypes(eventTypes) }),
      ...(filters !== undefined && { filters: storedFilters(filters) }),
      ...(isEnabled !== undefined && { isEnabled }),
      ...(isEnabled && { disabledReason: null, failingSince: null }),
    };
    if (url !== undefined) await checkUrl(this.addresses, url);
    return this.database.transaction(organizationId, async (tx) => {
      const webhook = await holdWebhook(tx, organizationId, id);
      const standing = writableFields(toWebhook(webhook));
      const wasEnabled = webhook.isEnabled;
      assertUnchanged(ifMatch, standing, 'webhook');
      const updated = Object.assign(webhook, changes);
      const changed = changesBetween(standing, writableFields(toWebhook(updated)));
      if (changed.length > 0) {
        updated.updatedAt = new Date();
        await tx.save(WebhookEntity, updated);
      }
      await recordAudit(tx, caller, { targets: [webhookTarget(updated)], changes: changed });
      if (updated.isEnabled && !wasEnabled) await this.jobs.send(tx, DELIVERIES_QUEUE, { key: deliveryKey(caller, id) });
      return { webhook: toWebhook(updated) };
    });
  }
}
