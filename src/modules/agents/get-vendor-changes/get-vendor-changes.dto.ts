import { DateTime, Domain, Int32, Int64, Member, Members, Nested, NestedList, Text } from '#platform/fields/fields';
import { FOURTH_PARTY_CONNECTION_TYPE, type FourthPartyConnectionType } from '#modules/avd/avd.enums';
import { SECURITY_EVENT_SEVERITY } from '#modules/security-events/security-event.enums';
import { TOTAL_COUNT_TYPE, type TotalCountType } from '#modules/observations/total-count';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';

export const MAX_SHOWN = 20;
export const MAX_DAYS = 365;

export class GetVendorChangesRequest {
  @Domain({ trim: true, example: 'cobaltpayments.com', description: 'A vendor of the directory.' })
  vendorDomain!: string;

  @DateTime({ example: '2026-10-01T00:00:00.000Z', description: `At most ${MAX_DAYS} days ago.` })
  since!: string;
}

export class ChangedObservation {
  @Text({ max: 1024 }) orn!: string;
  @Text({ max: 500 }) title!: string;
  @Member(OBSERVATION_SEVERITY) severity!: string;
}

export class ScoreMove {
  @Int32({ max: 100, example: 81, description: 'On the first day of the period that has a score. Higher is safer.' }) from!: number;
  @Int32({ max: 100, example: 73, description: 'Today.' }) to!: number;
}

export class EventOfVendor {
  @Text({ max: 200 }) eventId!: string;
  @Text({ max: 500 }) title!: string;
  @Member(SECURITY_EVENT_SEVERITY) severity!: string;
  @DateTime() publishedAt!: string;
}

export class NewFourthParty {
  @Text({ max: 253, example: 'cloudflare.com' }) domain!: string;
  @Text({ max: 255, example: 'Cloudflare' }) companyName!: string;
  @Members(FOURTH_PARTY_CONNECTION_TYPE) connectionTypes!: FourthPartyConnectionType[];
}

export class GetVendorChangesResponse {
  @Text({ max: 36, description: 'Vendor.id.' })
  vendorId!: string;

  @Int64({ example: '5', description: 'Observations recorded since then, open or resolved. Counted up to 10,000.' })
  openedCount!: string;

  @Member(TOTAL_COUNT_TYPE)
  openedCountType!: TotalCountType;

  @Int64({ example: '2', description: 'Observations resolved since then. Counted up to 10,000.' })
  resolvedCount!: string;

  @Member(TOTAL_COUNT_TYPE)
  resolvedCountType!: TotalCountType;

  @Nested(() => ScoreMove, { optional: true, description: 'Absent without a score.' })
  score?: ScoreMove;

  @Int32({ optional: true, example: 1, description: 'Security events published since then. Needs security-events.read, as do the events.' })
  securityEventCount?: number;

  @Int32({ optional: true, example: 1, description: 'Fourth parties first seen since then. Needs avd.read, as do the fourth parties.' })
  newFourthPartyCount?: number;

  @NestedList(() => ChangedObservation, {
    maxItems: MAX_SHOWN,
    description: `Newest first, the first ${MAX_SHOWN}, as in every list here.`,
  })
  opened!: ChangedObservation[];

  @NestedList(() => ChangedObservation, { maxItems: MAX_SHOWN })
  resolved!: ChangedObservation[];

  @NestedList(() => EventOfVendor, { maxItems: MAX_SHOWN, optional: true })
  securityEvents?: EventOfVendor[];

  @NestedList(() => NewFourthParty, { maxItems: MAX_SHOWN, optional: true })
  newFourthParties?: NewFourthParty[];
}
