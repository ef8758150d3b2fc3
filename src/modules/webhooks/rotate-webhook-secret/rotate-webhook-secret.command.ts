import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { DAY_MS } from '#platform/time/durations';
import { holdWebhook } from '../found-webhook';
import { toWebhook, webhookTarget } from '../webhook.dto';
import { WebhookEntity } from '../webhook.entity';
import { WebhookSecrets } from '../webhook-secrets';
import type { RotateWebhookSecretRequest, RotateWebhookSecretResponse } from './rotate-webhook-secret.dto';

/** Deliveries carry both signatures for this long. */
const OVERLAP_MS = DAY_MS;

export class RotateWebhookSecret extends Command<RotateWebhookSecretResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RotateWebhookSecretRequest,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    private readonly database: Database,
    private readonly secrets: WebhookSecrets,
  ) {}

  async execute({ caller, request: { id } }: RotateWebhookSecret): Promise<RotateWebhookSecretResponse> {
    const { organizationId } = caller;
    const secret = this.secrets.make();
    return this.database.transaction(organizationId, async (tx) => {
      const webhook = await holdWebhook(tx, organizationId, id);
      const now = new Date();
      const changes = {
        secret: this.secrets.seal(secret, id),
        previousSecret: webhook.secret,
        previousSecretUntil: new Date(now.getTime() + OVERLAP_MS),
        updatedAt: now,
      };
      await tx.update(WebhookEntity, { organizationId, id }, changes);
      await recordAudit(tx, caller, { targets: [webhookTarget(webhook)] });
      return { webhook: Object.assign(toWebhook(webhook), { updatedAt: now.toISOString(), secret }) };
    });
  }
}
