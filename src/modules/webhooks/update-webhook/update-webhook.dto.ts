import { EVENT_TYPES, type EventType } from '#platform/events/event-types';
import { Filters } from '#platform/filters/filter.dto';
import { Bool, Choices, Text } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { EVENT_TYPES_FIELD, NAME, URL_FIELD, WebhookPath, WebhookResponse } from '../webhook.dto';

export class UpdateWebhookRequest extends WebhookPath {
  @Text({ ...NAME, min: 1, optional: true, description: 'Absent: unchanged.' })
  name?: string;

  @Text({ ...URL_FIELD, min: 1, optional: true, description: 'Absent: unchanged.' })
  url?: string;

  @Choices(EVENT_TYPES, { ...EVENT_TYPES_FIELD, description: 'Absent: unchanged. Empty: all.' })
  eventTypes?: EventType[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Bool({ optional: true, description: 'Absent: unchanged. true also clears disabledReason and sends pending deliveries.' })
  isEnabled?: boolean;
}

export class UpdateWebhookResponse extends WebhookResponse {}
