import { EVENT_TYPES, type EventType } from '#platform/events/event-types';
import { Filters } from '#platform/filters/filter.dto';
import { Bool, Choices, Text } from '#platform/fields/fields';
import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { EVENT_TYPES_FIELD, NAME, URL_FIELD, WebhookResponse } from '../webhook.dto';

export class CreateWebhookRequest {
  @Text(NAME)
  name!: string;

  @Text(URL_FIELD)
  url!: string;

  @Choices(EVENT_TYPES, EVENT_TYPES_FIELD)
  eventTypes?: EventType[];

  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Bool({ optional: true, description: 'Unset: true.' })
  isEnabled?: boolean;
}

export class CreateWebhookResponse extends WebhookResponse {}
