import { FailedPrecondition, InvalidArgument, NotFound } from '#platform/errors/api-error';

export class WebhookNotFound extends NotFound {
  constructor(id: string) {
    super('webhook', id);
  }
}

export class WebhookDeliveryNotFound extends NotFound {
  constructor(id: string) {
    super('webhook delivery', id);
  }
}

export class WebhookLimitReached extends FailedPrecondition {
  constructor(limit: number) {
    super(`An organization has at most ${limit} webhooks: delete one that is not used.`, 'WEBHOOK_LIMIT_REACHED');
  }
}

export class WebhookDisabled extends FailedPrecondition {
  constructor(id: string) {
    super(`The webhook ${id} is disabled: enable it first.`, 'WEBHOOK_DISABLED');
  }
}

export class WebhookUrlRefused extends InvalidArgument {
  constructor(why: string) {
    super(`The URL cannot be used: ${why}.`, 'WEBHOOK_URL_REFUSED', [{ field: 'url', description: why }]);
  }
}
