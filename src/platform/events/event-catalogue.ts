import type { EventType } from './event-types';

interface EventDescription {
  /** When it is sent. */
  when: string;
  /** The OpenAPI schema of the objects; undefined when their members are those of the example. */
  schema?: string;
  /** The operation, and the list in its answer that shows such an object. */
  shownBy?: readonly [operation: string, member: string];
  /** Members that the event adds to the object, or the whole object when no list shows it. */
  example?: Readonly<Record<string, unknown>>;
}

const ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';
const AT = '2026-11-02T09:30:00.000Z';
const OBSERVATION = { schema: 'Observation', shownBy: ['GetObservations', 'observations'] } as const;
const VENDOR = { schema: 'Vendor', shownBy: ['GetVendors', 'vendors'] } as const;
const IMPACT = {
  schema: 'SecurityEventImpactRecord',
  shownBy: ['GetSecurityEventImpactedCompanies', 'companies'],
  example: { eventId: 'event-1' },
} as const;
const QUESTIONNAIRE = { schema: 'Questionnaire', shownBy: ['GetQuestionnaires', 'questionnaires'] } as const;

/** What each event means, for OpenAPI and docs/webhook-events.md. */
export const EVENT_CATALOGUE: Readonly<Record<EventType, EventDescription>> = {
  'observation.created': { when: 'An observation appears: it is new, or its vendor is monitored again.', ...OBSERVATION },
  'observation.changed': { when: 'An observation changed in a way no other event covers; not for lastSeen alone.', ...OBSERVATION },
  'observation.resolved': { when: 'An observation was resolved, by a person or by an import.', ...OBSERVATION },
  'observation.reopened': { when: 'A resolved observation was seen again.', ...OBSERVATION },
  'observation.flagged': { when: 'An observation was flagged.', ...OBSERVATION },
  'observation.removed': {
    when: 'An observation is no longer listed: it was deleted, or its vendor is no longer monitored.',
    example: { id: `orn:1:observation:vrm:${ID}:northwind-insurance.com` },
  },
  'vendor.created': { when: 'A vendor was added to the directory.', ...VENDOR },
  'vendor.changed': { when: 'A vendor changed, its groups and score included.', ...VENDOR },
  'vendor.offboarded': { when: 'A vendor was offboarded.', ...VENDOR },
  'vendor.deleted': { when: 'A vendor was deleted.', example: { id: ID } },
  'vendor.score_changed': {
    when: 'The grade of a vendor changed, or its score by at least 5 points.',
    shownBy: ['GetVendorScores', 'vendorScores'],
    example: { previousOverallScore: 91, previousOverallGrade: 'SCORE_GRADE_A' },
  },
  'security_event.published': {
    when: 'A security event appears in your feed.',
    schema: 'SecurityEvent',
    shownBy: ['GetSecurityEvents', 'securityEvents'],
  },
  'security_event.impact_changed': {
    when: 'The impact of an event on a vendor is new, changed or gone; when gone, only its id is sent.',
    shownBy: IMPACT.shownBy,
    example: IMPACT.example,
  },
  'security_event.request_received': {
    when: 'A customer asks you about an event.',
    example: {
      requestId: ID,
      eventId: 'event-1',
      vendorDomain: 'example.com',
      message: 'Are you affected?',
      requestedBy: { name: 'Northwind Insurance', domain: 'northwind-insurance.com' },
      dueAt: AT,
      sentAt: AT,
    },
  },
  'security_event.response_received': { when: 'A vendor responded to an event, or its response was recorded on its behalf.', ...IMPACT },
  'fourth_party.detected': {
    when: 'A vendor relies on another company, or does so again.',
    schema: 'FourthPartyRelationship',
    shownBy: ['GetFourthParties', 'fourthParties'],
  },
  'fourth_party.gone': {
    when: 'A vendor no longer relies on a company: a detection does not find it any more, or the vendor is offboarded or deleted.',
    example: { id: 'example.com/cloudflare.com' },
  },
  'questionnaire.sent': { when: 'A questionnaire was sent to a vendor.', ...QUESTIONNAIRE },
  'questionnaire.submitted': { when: 'A vendor submitted its answers.', ...QUESTIONNAIRE },
  'questionnaire.reviewed': { when: 'Answers were accepted or returned.', ...QUESTIONNAIRE },
  'import.completed': {
    when: 'An import of observations, vendors or DNS records was committed. Its counts are those of the import.',
    example: {
      importType: 'observations',
      created: 120,
      reobserved: 4,
      reopened: 1,
      resolved: 0,
      unchanged: 900,
      rejected: 0,
      skipped: 0,
      total: 1025,
    },
  },
  'monitoring.completed': {
    when: 'A monitoring run of a vendor ended.',
    example: { id: ID, vendorId: ID, vendorDomain: 'example.com', status: 'MONITORING_RUN_STATUS_SUCCEEDED' },
  },
  'credential.expiring': {
    when: 'A credential expires within 30 days. Once for each expiry.',
    example: { clientId: 'vrc_example', name: 'SIEM export', expiresAt: AT },
  },
  'webhook.test': { when: 'Somebody called TestWebhook.', example: { webhookId: ID, name: 'SIEM' } },
};

/** A message as a receiver gets it, built from answers of the demo. */
export function exampleMessage(type: EventType, answers: Readonly<Record<string, unknown>>): object {
  const { shownBy, example } = EVENT_CATALOGUE[type];
  const [operation = '', member = ''] = shownBy ?? [];
  const [shown] = ((answers[operation] as Record<string, object[]> | undefined)?.[member] ?? []) as (object | undefined)[];
  return { type, timestamp: AT, organization: { id: ID, domain: 'northwind-insurance.com' }, data: [{ ...shown, ...example }] };
}
