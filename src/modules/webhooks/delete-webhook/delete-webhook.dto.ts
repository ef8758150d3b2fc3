import { WebhookPath, WebhookResponse } from '../webhook.dto';

export class DeleteWebhookRequest extends WebhookPath {}

/** The deleted webhook. */
export class DeleteWebhookResponse extends WebhookResponse {}
