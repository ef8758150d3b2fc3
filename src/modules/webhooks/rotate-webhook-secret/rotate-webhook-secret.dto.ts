import { WebhookPath, WebhookResponse } from '../webhook.dto';

export class RotateWebhookSecretRequest extends WebhookPath {}

export class RotateWebhookSecretResponse extends WebhookResponse {}
