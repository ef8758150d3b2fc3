import { DateTime, Int32, Int64, Member, Nested, NestedList, Num, Text } from '#platform/fields/fields';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { TOTAL_COUNT_TYPE, type TotalCountType } from '#modules/observations/total-count';
import { SCORE_GRADE } from '#modules/scores/score.enums';
import { SECURITY_EVENT_SEVERITY } from '#modules/security-events/security-event.enums';
import { AGES, MAX_EVENTS, MAX_FOURTH_PARTIES, MAX_OVERDUE, MAX_VENDORS } from './portfolio.sql';

export class GetPortfolioSummaryRequest {}

export class GradeCounts {
  @Int32({ example: 24 }) a!: number;
  @Int32({ example: 11 }) b!: number;
  @Int32({ example: 9 }) c!: number;
  @Int32({ example: 4 }) d!: number;
  @Int32({ example: 6 }) f!: number;
}

/** Monitored vendors by grade, at the end of a UTC day. */
export class GradeDistribution {
  @Nested(() => GradeCounts) current!: GradeCounts;
  @Nested(() => GradeCounts, { optional: true, description: 'Absent when nothing was scored by then.' }) thirtyDaysAgo?: GradeCounts;
  @Nested(() => GradeCounts, { optional: true, description: 'Absent when nothing was scored by then.' }) ninetyDaysAgo?: GradeCounts;
}

export class RankedVendor {
  @Text({ max: 36, example: EXAMPLE_ID, description: 'Vendor.id.' }) vendorId!: string;
  @Text({ max: 253, example: 'acme-cloud.com' }) vendorDomain!: string;
  @Text({ max: 255, example: 'Acme Cloud' }) companyName!: string;
  @Int32({ max: 100, example: 31, description: '0 to 100, higher is safer.' }) score!: number;
  @Member(SCORE_GRADE) scoreGrade!: string;
  @Int64({ example: '48' }) openObservationCount!: string;
}

export class FallingVendor extends RankedVendor {
  @Int32({ min: -100, max: -1, example: -17, description: 'Over the last 30 days.' }) scoreChange30d!: number;
}

export class CriticalsOfAge {
  @Int32({ example: 8, description: 'Age in days since firstSeen, inclusive. Days are UTC days: 0 is today.' }) fromDays!: number;
  @Int32({ optional: true, example: 30, description: 'Inclusive. Absent for the oldest.' }) toDays?: number;
  @Int64({ example: '3' }) count!: string;
  @DateTime({ optional: true, description: 'As FIRST_SEEN filters take it: inclusive. Absent for the oldest.' }) firstSeenStart?: string;
  @DateTime({ description: 'Exclusive.' }) firstSeenEnd!: string;
}

export class OpenCriticals {
  @Int64({ example: '12' }) count!: string;
  @NestedList(() => CriticalsOfAge, { maxItems: AGES.length, description: 'Youngest first.' }) byAge!: CriticalsOfAge[];
}

export class Overdue {
  @Int64({ example: '17' }) count!: string;
  @Member(TOTAL_COUNT_TYPE, { description: `LOWER_BOUND: more than ${MAX_OVERDUE}.` }) countType!: TotalCountType;
}

export class AwaitingEvent {
  @Text({ max: 128, example: 'kev-cve-2021-44228' }) eventId!: string;
  @Text({ max: 500, example: 'Log4Shell' }) title!: string;
  @Member(SECURITY_EVENT_SEVERITY) severity!: string;
  @Int32({ example: 3, description: 'Requests without an answer.' }) requestCount!: number;
  @DateTime({ optional: true, description: 'The earliest date by which one of them is due.' }) dueAt?: string;
}

/** Requests to vendors about events that are not closed, and that nobody has answered. */
export class EventsAwaitingAnswers {
  @Int32({ example: 2 }) eventCount!: number;
  @Int32({ example: 5 }) requestCount!: number;
  @Int32({ example: 1, description: 'Those whose due date has passed.' }) overdueRequestCount!: number;
  @NestedList(() => AwaitingEvent, { maxItems: MAX_EVENTS, description: 'Earliest due date first.' }) events!: AwaitingEvent[];
}

export class TopFourthParty {
  @Text({ max: 253, example: 'cloudflare.com' }) fourthPartyDomain!: string;
  @Text({ max: 255, example: 'Cloudflare' }) companyName!: string;
  @Int32({ example: 37 }) connectedVendorCount!: number;
  @Int32({ example: 5, description: 'Those of them with critical business impact or risk level.' }) criticalVendorCount!: number;
  @Num({ min: 0, max: 100, example: 61.7, description: 'Connected vendors as a share of the directory.' }) percentOfPortfolio!: number;
}

export class PortfolioSummary {
  @Int32({ example: 59, description: 'Vendors of the directory, without offboarded ones.' }) vendorCount!: number;
  @Nested(() => GradeDistribution) grades!: GradeDistribution;
  @NestedList(() => RankedVendor, { maxItems: MAX_VENDORS, description: 'Lowest score first.' }) worstVendors!: RankedVendor[];
  @NestedList(() => FallingVendor, { maxItems: MAX_VENDORS, description: 'Largest loss first.' }) fallingVendors!: FallingVendor[];
  @Nested(() => OpenCriticals, { description: 'Open observations of severity CRITICAL.' }) openCriticals!: OpenCriticals;
  @Nested(() => Overdue, { description: 'Open observations whose due date has passed.' }) overdue!: Overdue;
  @Nested(() => EventsAwaitingAnswers) eventsAwaitingAnswers!: EventsAwaitingAnswers;
  @NestedList(() => TopFourthParty, { maxItems: MAX_FOURTH_PARTIES, description: 'Most connected vendors first.' })
  topFourthParties!: TopFourthParty[];
}

export class GetPortfolioSummaryResponse {
  @Nested(() => PortfolioSummary)
  summary!: PortfolioSummary;
}
