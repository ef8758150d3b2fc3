import { EVENT_TYPES, type EventType } from '#platform/events/event-types';
import { enumeration, type MemberOf } from '#platform/fields/enumeration';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Choice, DateTime, Int32, Member, NestedList, Text } from '#platform/fields/fields';
import type { StoredAttempt } from './webhook-delivery.entity';

export const WEBHOOK_DELIVERY_STATUS = enumeration('WebhookDeliveryStatus', 'WEBHOOK_DELIVERY_STATUS', ['PENDING', 'SUCCEEDED', 'FAILED']);
type WebhookDeliveryStatus = MemberOf<typeof WEBHOOK_DELIVERY_STATUS>;
/** As stored. */
export const STATUS = WEBHOOK_DELIVERY_STATUS.stored;

export const MAX_SHOWN_ATTEMPTS = 100;

export class WebhookDeliveryAttempt {
  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  at!: string;

  @Int32({ optional: true, min: 100, max: 999, example: 503, description: 'Absent when there was no answer.' })
  statusCode?: number;

  @Text({ max: 255, optional: true, example: 'the receiver did not answer within 10 s', description: 'Why it failed. Absent on success.' })
  error?: string;

  @Int32({ example: 84 })
  durationMs!: number;
}

export class WebhookDelivery {
  @Text({ max: 36, example: EXAMPLE_ID, description: 'The webhook-id of every attempt: receivers recognize repeated deliveries by it.' })
  id!: string;

  @Choice(EVENT_TYPES, { example: 'observation.created' })
  eventType!: EventType;

  @Member(WEBHOOK_DELIVERY_STATUS, { example: 'WEBHOOK_DELIVERY_STATUS_SUCCEEDED' })
  status!: WebhookDeliveryStatus;

  @NestedList(() => WebhookDeliveryAttempt, { maxItems: MAX_SHOWN_ATTEMPTS, description: 'Oldest first.' })
  attempts!: WebhookDeliveryAttempt[];

  @DateTime({ optional: true, description: 'Present while it is pending.' })
  nextAttemptAt?: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  createdAt!: string;
}

export interface WebhookDeliveryRow {
  id: string;
  eventType: string;
  status: number;
  attempts: StoredAttempt[];
  nextAttemptAt: Date | null;
  createdAt: Date;
}

/** The columns that toWebhookDelivery reads. */
export const WEBHOOK_DELIVERY_COLUMNS = `id, event_type AS "eventType", status, attempts, next_attempt_at AS "nextAttemptAt", created_at AS "createdAt"`;

export function toWebhookDelivery({ id, eventType, status, attempts, nextAttemptAt, createdAt }: WebhookDeliveryRow): WebhookDelivery {
  return {
    id,
    eventType: eventType as EventType,
    status: WEBHOOK_DELIVERY_STATUS.toMember(status),
    attempts: attempts.slice(-MAX_SHOWN_ATTEMPTS),
    ...(status === STATUS.PENDING && nextAttemptAt !== null && { nextAttemptAt: nextAttemptAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
