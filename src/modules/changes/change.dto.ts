import { FourthPartyRelationship } from '#modules/avd/fourth-party.dto';
import { Observation } from '#modules/observations/observation.dto';
import { Questionnaire } from '#modules/questionnaires/questionnaire.dto';
import { VendorScoreRecord } from '#modules/scores/vendor-score.dto';
import { ImpactedCompany } from '#modules/security-events/impacted-company.dto';
import { EVENT_ID, SecurityEvent } from '#modules/security-events/security-event.dto';
import { VendorGroup } from '#modules/vendor-groups/vendor-group.dto';
import { Vendor } from '#modules/vendors/vendor.dto';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { DateTime, Member, Nested, Text } from '#platform/fields/fields';
import { MemberByKind } from '#platform/fields/shapes';
import { CHANGE_RESOURCE_TYPE, CHANGE_TYPE, type ChangeResourceType, type ChangeType } from './change.enums';

/** The impact of an event on a vendor, as GetSecurityEventImpactedCompanies lists it, with the event it is about. */
export class SecurityEventImpactRecord extends ImpactedCompany {
  @Text(EVENT_ID)
  eventId!: string;
}

@MemberByKind({
  by: 'resourceType',
  members: {
    CHANGE_RESOURCE_TYPE_OBSERVATION: 'observation',
    CHANGE_RESOURCE_TYPE_VENDOR: 'vendor',
    CHANGE_RESOURCE_TYPE_VENDOR_GROUP: 'vendorGroup',
    CHANGE_RESOURCE_TYPE_SECURITY_EVENT: 'securityEvent',
    CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT: 'securityEventImpact',
    CHANGE_RESOURCE_TYPE_FOURTH_PARTY: 'fourthParty',
    CHANGE_RESOURCE_TYPE_QUESTIONNAIRE: 'questionnaire',
    CHANGE_RESOURCE_TYPE_VENDOR_SCORE: 'vendorScore',
  } satisfies Record<ChangeResourceType, keyof Change>,
  without: { field: 'changeType', value: 'CHANGE_TYPE_REMOVED', otherwise: 'CHANGE_TYPE_UPSERTED' },
})
export class Change {
  @Member(CHANGE_RESOURCE_TYPE, { example: 'CHANGE_RESOURCE_TYPE_VENDOR' })
  resourceType!: ChangeResourceType;

  @Text({
    max: 1024,
    example: EXAMPLE_ID,
    description:
      'The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; ' +
      'vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.',
  })
  id!: string;

  @Member(CHANGE_TYPE, { example: 'CHANGE_TYPE_UPSERTED', description: 'REMOVED: deleted, or no longer shown to you.' })
  changeType!: ChangeType;

  @DateTime({ example: '2026-11-02T09:30:00.000Z', description: 'When the latest change was committed.' })
  changedAt!: string;

  @Nested(() => Observation, { optional: true })
  observation?: Observation;

  @Nested(() => Vendor, { optional: true })
  vendor?: Vendor;

  @Nested(() => VendorGroup, { optional: true })
  vendorGroup?: VendorGroup;

  @Nested(() => SecurityEvent, { optional: true })
  securityEvent?: SecurityEvent;

  @Nested(() => SecurityEventImpactRecord, { optional: true })
  securityEventImpact?: SecurityEventImpactRecord;

  @Nested(() => FourthPartyRelationship, { optional: true })
  fourthParty?: FourthPartyRelationship;

  @Nested(() => Questionnaire, { optional: true })
  questionnaire?: Questionnaire;

  @Nested(() => VendorScoreRecord, { optional: true })
  vendorScore?: VendorScoreRecord;
}
