import { Module } from '@nestjs/common';
import { CreateWebhookHandler } from './create-webhook/create-webhook.command';
import { DeleteWebhookHandler } from './delete-webhook/delete-webhook.command';
import { DeliveryWorker } from './delivering/delivery-worker';
import { EventDispatcher } from './delivering/event-dispatcher';
import { ExpiringCredentialEvents } from './delivering/expiring-credential-events';
import { WebhookClient } from './delivering/webhook-client';
import { GetWebhookDeliveriesHandler } from './get-webhook-deliveries/get-webhook-deliveries.query';
import { GetWebhookHandler } from './get-webhook/get-webhook.query';
import { GetWebhooksHandler } from './get-webhooks/get-webhooks.query';
import { RedeliverWebhookHandler } from './redeliver-webhook/redeliver-webhook.command';
import { RotateWebhookSecretHandler } from './rotate-webhook-secret/rotate-webhook-secret.command';
import { TestWebhookHandler } from './test-webhook/test-webhook.command';
import { UpdateWebhookHandler } from './update-webhook/update-webhook.command';
import { WebhookAddresses } from './webhook-addresses';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';

@Module({
  controllers: [WebhooksController],
  providers: [
    CreateWebhookHandler,
    DeleteWebhookHandler,
    DeliveryWorker,
    EventDispatcher,
    ExpiringCredentialEvents,
    GetWebhookDeliveriesHandler,
    GetWebhookHandler,
    GetWebhooksHandler,
    RedeliverWebhookHandler,
    RotateWebhookSecretHandler,
    TestWebhookHandler,
    UpdateWebhookHandler,
    WebhookAddresses,
    WebhookClient,
    WebhookSecrets,
  ],
})
export class WebhooksModule {}
