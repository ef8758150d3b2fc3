import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { holdWebhook } from '../found-webhook';
import { toWebhook, webhookTarget, writableFields } from '../webhook.dto';
import { WebhookEntity } from '../webhook.entity';
import type { DeleteWebhookRequest, DeleteWebhookResponse } from './delete-webhook.dto';

export class DeleteWebhook extends Command<DeleteWebhookResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: DeleteWebhookRequest,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request: { id } }: DeleteWebhook): Promise<DeleteWebhookResponse> {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (tx) => {
      const webhook = toWebhook(await holdWebhook(tx, organizationId, id));
      await tx.delete(WebhookEntity, { organizationId, id });
      await recordAudit(tx, caller, { targets: [webhookTarget(webhook)], changes: changesBetween(writableFields(webhook), undefined) });
      return { webhook };
    });
  }
}
