import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { lockDirectory } from '#platform/database/locks';
import { rowId } from '#platform/database/row-ids';
import type { Caller } from '#platform/identity/caller';
import { checkUrl, storedEventTypes, storedFilters } from '../checked-webhook';
import { WebhookAddresses } from '../webhook-addresses';
import { toWebhook, webhookTarget, writableFields } from '../webhook.dto';
import { WebhookEntity } from '../webhook.entity';
import { WebhookLimitReached } from '../webhook.errors';
import { WebhookSecrets } from '../webhook-secrets';
import type { CreateWebhookRequest, CreateWebhookResponse } from './create-webhook.dto';

const MAX_WEBHOOKS = 20;

export class CreateWebhook extends Command<CreateWebhookResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: CreateWebhookRequest,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(
    private readonly database: Database,
    private readonly addresses: WebhookAddresses,
    private readonly secrets: WebhookSecrets,
  ) {}

  async execute({ caller, request }: CreateWebhook): Promise<CreateWebhookResponse> {
    const { organizationId } = caller;
    const { name, url, eventTypes, isEnabled = true } = request;
    const filters = storedFilters(request.filters);
    await checkUrl(this.addresses, url);
    const id = rowId();
    const secret = this.secrets.make();
    const now = new Date();
    return this.database.transaction(organizationId, async (tx) => {
      await lockDirectory(tx, organizationId); // two calls at once must not both create the last one
      if ((await tx.countBy(WebhookEntity, { organizationId })) >= MAX_WEBHOOKS) throw new WebhookLimitReached(MAX_WEBHOOKS);
      const row = { organizationId, id, name, url, eventTypes: storedEventTypes(eventTypes), filters, isEnabled };
      await tx.insert(WebhookEntity, { ...row, secret: this.secrets.seal(secret, id), createdAt: now, updatedAt: now });
      const made = toWebhook({ ...row, createdAt: now, updatedAt: now, disabledReason: null, lastDeliveryAt: null });
      await recordAudit(tx, caller, { targets: [webhookTarget(made)], changes: changesBetween(undefined, writableFields(made)) });
      return { webhook: Object.assign(made, { secret }) };
    });
  }
}
