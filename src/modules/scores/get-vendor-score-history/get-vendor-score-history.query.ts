import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { readDomains } from '#platform/domains/read-domain';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { DAY_MS } from '#platform/time/durations';
import { viewOf, VRM_VIEW } from '#shared/view';
import { gradeOf, SCORE_MODEL } from '../score-model';
import { moversBetween } from '../score-movers';
import {
  DEFAULT_DAYS,
  MAX_DAYS,
  type GetVendorScoreHistoryRequest,
  type GetVendorScoreHistoryResponse,
  type ScoreDay,
  type ScoreHistoryRange,
} from './get-vendor-score-history.dto';

export class GetVendorScoreHistory extends Query<GetVendorScoreHistoryResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorScoreHistoryRequest,
  ) {
    super();
  }
}

interface Row {
  domain: string;
  isObserved: boolean;
  day: string | null;
  overall: number | null;
  breach: number;
  ransomware: number;
  factors: number[];
  opened: number;
  resolved: number;
}

/**
 * Each known domain with its days in the range and the last one before it; a domain without any has one row of nulls. $4 and $5 are the
 * first and last day.
 */
const FIND = `
  SELECT p.domain, p.is_observed AS "isObserved", d.day::text AS day, d.overall_score AS overall, d.breach_score AS breach, d.ransomware_score AS ransomware,
         d.factor_scores AS factors, d.opened_count AS opened, d.resolved_count AS resolved
    FROM (SELECT v.domain_name AS domain, v.is_monitored AND $2::smallint = ${VRM_VIEW.number} AS is_observed
            FROM vendor v WHERE v.organization_id = $1 AND v.domain_name = ANY($3::text[]) AND v.domain_name <> ALL($6::text[])
          UNION ALL SELECT unnest($6::text[]), true) p
    LEFT JOIN party_score_day d
      ON d.organization_id = $1 AND d.view = $2 AND d.party_domain = p.domain AND p.is_observed AND d.model = ${SCORE_MODEL.edition} AND d.day <= $5::date
     AND d.day >= coalesce((SELECT max(b.day) FROM party_score_day b
                             WHERE b.organization_id = $1 AND b.view = $2 AND b.party_domain = p.domain AND b.model = ${SCORE_MODEL.edition} AND b.day < $4::date), $4::date)
   ORDER BY p.domain, d.day`;

@QueryHandler(GetVendorScoreHistory)
export class GetVendorScoreHistoryHandler implements IQueryHandler<GetVendorScoreHistory> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetVendorScoreHistory): Promise<GetVendorScoreHistoryResponse> {
    const domains = [...new Set(readDomains('vendorDomains', request.vendorDomains))];
    const [first, last] = readRange(request.range ?? {}, Date.now());
    const view = viewOf(caller);
    const own = view === VRM_VIEW ? [] : domains.filter((domain) => caller.organization.domains.includes(domain));
    const params = [caller.organizationId, view.number, domains, first, last, own];
    const rows = await this.database.lists.read<Row>(caller.organizationId, FIND, params, { prepared: true, plannedOnce: true });
    const byDomain = new Map<string, Row[]>();
    for (const row of rows) {
      const earlier = byDomain.get(row.domain);
      if (earlier) earlier.push(row);
      else byDomain.set(row.domain, [row]);
    }
    return {
      histories: [...byDomain].map(([vendorDomain, own]) => ({ vendorDomain, days: everyDay(own, first, last) })),
      notFoundDomains: domains.filter((domain) => !byDomain.has(domain)).sort(),
    };
  }
}

/** A day without a row equals the previous day, without movements. */
function everyDay(rows: readonly Row[], first: string, last: string): ScoreDay[] {
  const days: ScoreDay[] = [];
  let current: Row | undefined;
  let next = 0;
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    let before: Row | undefined;
    let row = rows[next];
    while (row && row.day !== null && row.day <= date) {
      before = current;
      current = row;
      row = rows[++next];
    }
    if (typeof current?.overall !== 'number') continue;
    const isOwnDay = current.day === date;
    days.push({
      date,
      overallScore: current.overall,
      overallGrade: gradeOf(current.overall),
      breachLikelihoodScore: current.breach,
      ransomwareScore: current.ransomware,
      openedCount: isOwnDay ? current.opened : 0,
      resolvedCount: isOwnDay ? current.resolved : 0,
      movers: isOwnDay && before && before.overall !== null ? moversBetween(before.factors, current.factors) : [],
    });
  }
  return days;
}

/** The first and last UTC day of the range; future days are left out. */
function readRange({ startTime, endTime }: ScoreHistoryRange, now: number): [first: string, last: string] {
  const end = Math.min(endTime === undefined ? now : Date.parse(endTime) - 1, now);
  const last = Math.floor(end / DAY_MS);
  const first = startTime === undefined ? last - DEFAULT_DAYS + 1 : Math.floor(Date.parse(startTime) / DAY_MS);
  if (startTime !== undefined && endTime !== undefined && Date.parse(startTime) >= Date.parse(endTime))
    refuse('startTime must be before endTime');
  if (last - first >= MAX_DAYS) refuse(`must span at most ${MAX_DAYS} days`);
  return [dateOf(first), dateOf(last)];
}

function refuse(description: string): never {
  throw new InvalidArgument(`range: ${description}`, 'INVALID_REQUEST', [{ field: 'range', description }]);
}

/** PostgreSQL knows no year 0, and nobody was scored before 1970. */
function dateOf(day: number): string {
  return new Date(Math.max(0, day) * DAY_MS).toISOString().slice(0, 10);
}
