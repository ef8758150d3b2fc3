import { WebhookPath, WebhookResponse } from '../webhook.dto';

export class GetWebhookRequest extends WebhookPath {}

export class GetWebhookResponse extends WebhookResponse {}
