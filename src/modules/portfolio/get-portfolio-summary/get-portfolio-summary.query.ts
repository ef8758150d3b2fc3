import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SCORE_GRADE } from '#modules/scores/score.enums';
import { SECURITY_EVENT_SEVERITY } from '#modules/security-events/security-event.enums';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { DAY_MS } from '#platform/time/durations';
import { viewOf } from '#shared/view';
import type {
  AwaitingEvent,
  FallingVendor,
  GetPortfolioSummaryRequest,
  GetPortfolioSummaryResponse,
  GradeCounts,
  OpenCriticals,
  RankedVendor,
  TopFourthParty,
} from './get-portfolio-summary.dto';
import { AGES, MAX_OVERDUE, SUMMARY } from './portfolio.sql';

export class GetPortfolioSummary extends Query<GetPortfolioSummaryResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetPortfolioSummaryRequest,
  ) {
    super();
  }
}

const NO_GRADES: GradeCounts = { a: 0, b: 0, c: 0, d: 0, f: 0 };

/** As stored: enumerations are numbers. */
type Stored<T, Enums extends keyof T> = Omit<T, Enums> & Record<Enums, number>;

interface Row {
  vendorCount: number;
  today: string;
  current: GradeCounts | null;
  thirtyDaysAgo: GradeCounts | null;
  ninetyDaysAgo: GradeCounts | null;
  worst: Stored<RankedVendor, 'scoreGrade'>[];
  falling: Stored<FallingVendor, 'scoreGrade'>[];
  criticals: Record<string, string>;
  overdue: number;
  awaiting: { eventCount: number; requestCount: number; overdueRequestCount: number };
  events: (Stored<Omit<AwaitingEvent, 'dueAt'>, 'severity'> & { dueAt: string | null })[];
  fourthParties: Omit<TopFourthParty, 'percentOfPortfolio'>[];
}

@QueryHandler(GetPortfolioSummary)
export class GetPortfolioSummaryHandler implements IQueryHandler<GetPortfolioSummary> {
  constructor(private readonly database: Database) {}

  async execute({ caller }: GetPortfolioSummary): Promise<GetPortfolioSummaryResponse> {
    const params = [caller.organizationId, viewOf(caller).number];
    const rows = await this.database.lists.read<Row>(caller.organizationId, SUMMARY, params, { prepared: true, plannedOnce: true });
    const row = rows[0] as Row;
    return {
      summary: {
        vendorCount: row.vendorCount,
        grades: {
          current: row.current ?? NO_GRADES,
          ...(row.thirtyDaysAgo && { thirtyDaysAgo: row.thirtyDaysAgo }),
          ...(row.ninetyDaysAgo && { ninetyDaysAgo: row.ninetyDaysAgo }),
        },
        worstVendors: row.worst.map(withGrade),
        fallingVendors: row.falling.map(withGrade),
        openCriticals: byAge(row.criticals, Date.parse(row.today)),
        overdue: {
          count: String(Math.min(row.overdue, MAX_OVERDUE)),
          countType: row.overdue > MAX_OVERDUE ? 'TOTAL_COUNT_TYPE_LOWER_BOUND' : 'TOTAL_COUNT_TYPE_EXACT',
        },
        eventsAwaitingAnswers: {
          ...row.awaiting,
          events: row.events.map(({ severity, dueAt, ...event }) => ({
            ...event,
            severity: SECURITY_EVENT_SEVERITY.toMember(severity),
            ...(dueAt !== null && { dueAt }),
          })),
        },
        topFourthParties: row.fourthParties.map((party) => ({
          ...party,
          percentOfPortfolio: share(party.connectedVendorCount, row.vendorCount),
        })),
      },
    };
  }
}

function withGrade<T extends { scoreGrade: number }>(vendor: T): Omit<T, 'scoreGrade'> & { scoreGrade: string } {
  return { ...vendor, scoreGrade: SCORE_GRADE.toMember(vendor.scoreGrade) };
}

/** The age ranges with bounds in the form of filters, so that each count links to its observations. */
function byAge(counts: Readonly<Record<string, string>>, today: number): OpenCriticals {
  const midnight = (daysAgo: number) => new Date(today - daysAgo * DAY_MS).toISOString();
  const ages = AGES.map((fromDays, index) => {
    const next = AGES[index + 1];
    return {
      fromDays,
      ...(next !== undefined && { toDays: next - 1, firstSeenStart: midnight(next - 1) }),
      firstSeenEnd: midnight(fromDays - 1),
      count: counts[`age_${fromDays}`] ?? '0',
    };
  });
  return { count: String(ages.reduce((sum, { count }) => sum + BigInt(count), 0n)), byAge: ages };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.round((10_000 * part) / whole) / 100);
}
