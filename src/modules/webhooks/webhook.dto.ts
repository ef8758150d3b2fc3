import { EVENT_TYPES, type EventType } from '#platform/events/event-types';
import { Filters } from '#platform/filters/filter.dto';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Bool, Choices, DateTime, Nested, Text } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import type { AuditTarget } from '#platform/audit/record-audit';
import type { WebhookEntity } from './webhook.entity';

export const NAME = { max: 255, trim: true, line: true, example: 'SIEM' };
export const URL_FIELD = {
  max: 2048,
  example: 'https://hooks.example.com/vendor-risk',
  description: 'https. Addresses that are not public are refused, and so is user info in the URL.',
};
export const EVENT_TYPES_FIELD = {
  optional: true,
  example: ['observation.created', 'vendor.score_changed'],
  description: 'Unset or empty: all.',
};

export const WEBHOOK_ID = { max: 64, example: EXAMPLE_ID, description: 'Id of the webhook.' };

export class Webhook {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text({ max: 255, example: 'SIEM' })
  name!: string;

  @Text({ max: 2048, example: 'https://hooks.example.com/vendor-risk' })
  url!: string;

  @Choices(EVENT_TYPES, { ...EVENT_TYPES_FIELD, description: 'Absent: all.' })
  eventTypes?: EventType[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Bool()
  isEnabled!: boolean;

  @Text({ max: 255, optional: true, description: 'Why the service disabled it. Absent otherwise.' })
  disabledReason?: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  createdAt!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z', description: 'Last change by UpdateWebhook, or of the secret.' })
  updatedAt!: string;

  @DateTime({ optional: true, description: 'The last attempt that succeeded. Absent before the first.' })
  lastDeliveryAt?: string;

  @Text({
    max: 128,
    optional: true,
    example: 'whsec_…',
    description: 'Signs the deliveries. Shown only in the answers of CreateWebhook and RotateWebhookSecret.',
  })
  secret?: string;
}

/** A request with a webhook's id in its path. */
export class WebhookPath {
  @Text(WEBHOOK_ID)
  id!: string;
}

export class WebhookResponse {
  @Nested(() => Webhook)
  webhook!: Webhook;
}

/** The fields that UpdateWebhook can change. */
export function writableFields({ name, url, eventTypes, filters, isEnabled }: Webhook): object {
  return { name, url, eventTypes, filters, isEnabled };
}

export function webhookTarget({ id, name }: { id: string; name: string }): AuditTarget {
  return { type: 'webhook', id, displayName: name };
}

export type WebhookRow = Pick<
  WebhookEntity,
  'id' | 'name' | 'url' | 'eventTypes' | 'filters' | 'isEnabled' | 'disabledReason' | 'createdAt' | 'updatedAt' | 'lastDeliveryAt'
>;

/** The columns that toWebhook reads. */
export const WEBHOOK_COLUMNS = `id, name, url, event_types AS "eventTypes", filters, is_enabled AS "isEnabled", disabled_reason AS "disabledReason",
  created_at AS "createdAt", updated_at AS "updatedAt", last_delivery_at AS "lastDeliveryAt"`;

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    ...(row.eventTypes !== null && { eventTypes: row.eventTypes as EventType[] }),
    ...(row.filters !== null && { filters: row.filters }),
    isEnabled: row.isEnabled,
    ...(row.disabledReason !== null && { disabledReason: row.disabledReason }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.lastDeliveryAt !== null && { lastDeliveryAt: row.lastDeliveryAt.toISOString() }),
  };
}
