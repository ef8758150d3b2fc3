import { EVENT_CATALOGUE, exampleMessage } from '#platform/events/event-catalogue';
import { EVENT_TYPES, type EventType } from '#platform/events/event-types';

const HEADERS = [
  { name: 'webhook-id', description: 'The id of the delivery, the same for every attempt.', maxLength: 64 },
  {
    name: 'webhook-timestamp',
    description: 'Seconds since 1970 of this attempt. Refuse one that is more than five minutes off.',
    maxLength: 20,
  },
  {
    name: 'webhook-signature',
    description: 'v1 and the base64 of an HMAC-SHA256; two for 24 hours after a rotation.',
    maxLength: 256,
  },
];

/** The `webhooks` section: the calls to receivers. */
export function webhookEvents(answers: Readonly<Record<string, unknown>>): Record<string, object> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: callOf(type, answers) }]));
}

function callOf(type: EventType, answers: Readonly<Record<string, unknown>>): object {
  const { when } = EVENT_CATALOGUE[type];
  return {
    operationId: `on.${type}`,
    summary: type,
    description: `${when} Signed according to Standard Webhooks; up to 100 objects in one call.`,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS.map(({ name, description, maxLength }) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', maxLength },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: messageSchema(type), example: exampleMessage(type, answers) } },
    },
    responses: {
      '2XX': {
        description: 'Received within 10 seconds. Any other answer, also a redirect, is a failure and is retried.',
      },
      '410': { description: 'No longer wanted: the webhook is disabled.' },
    },
  };
}

function messageSchema(type: EventType): object {
  const { schema } = EVENT_CATALOGUE[type];
  const item = schema === undefined ? { type: 'object', additionalProperties: true } : { $ref: `#/components/schemas/${schema}` };
  return {
    type: 'object',
    required: ['type', 'timestamp', 'organization', 'data'],
    additionalProperties: false,
    properties: {
      type: { type: 'string', const: type, maxLength: 64 },
      timestamp: { type: 'string', format: 'date-time', maxLength: 64 },
      organization: {
        type: 'object',
        required: ['id', 'domain'],
        additionalProperties: false,
        properties: { id: { type: 'string', format: 'uuid', maxLength: 36 }, domain: { type: 'string', maxLength: 253 } },
      },
      data: { type: 'array', minItems: 1, maxItems: 100, items: item },
    },
  };
}
