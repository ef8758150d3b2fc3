import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { JsonText } from '#platform/http/json-text';
import { Cursors } from '#platform/paging/cursors';
import { nextPageJson } from '#platform/paging/page';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { readListRequest } from '../list-request';
import { scanPage } from '../search/index-scan';
import { ObservationSearch, type PageRequest } from '../search/observation-search';
import { OBSERVATION_SORTS } from '../search/sorts';
import { areMany, countOf } from '../severity-counts.sql';
import { statesOf } from '../states';
import { exactCount, type TotalCount } from '../total-count';
import { FrequentSeverities } from './frequent-severities';
import type { GetObservationsRequest, GetObservationsResponse } from './get-observations.dto';
import { ObservationPage } from './observation-page';

export class GetObservations extends Query<JsonText<GetObservationsResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationsRequest,
  ) {
    super();
  }
}

/** A few page sizes keep the number of prepared statements small. LIMIT as a parameter would lead to worse generic plans. */
const PAGE_SIZES = [10, 50, 100, 200];

@QueryHandler(GetObservations)
export class GetObservationsHandler implements IQueryHandler<GetObservations> {
  private readonly frequent = new FrequentSeverities();

  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly search: ObservationSearch,
  ) {}

  async execute({ caller, request }: GetObservations): Promise<JsonText<GetObservationsResponse>> {
    const { view, filter, mode, sortField, descending, selection, countMode, binding } = readListRequest(
      'GetObservations',
      caller,
      request,
      'firstSeen',
    );
    const sort = OBSERVATION_SORTS[sortField];
    const page = await this.cursors.page(binding, request);
    const limit = page.fetchedOf(PAGE_SIZES);
    const scan = { selection, sort, descending, position: page.place };
    const requested = { organizationId: caller.organizationId, view, filter, mode, scan, limit, offset: page.offset, countMode };
    const written = new ObservationPage(view, caller.organization.domain, page.limit, sort.keys.length);
    const { severities } = selection;
    let total = severities && (await this.writeBySeverity(requested, severities, written));
    if (written.isEmpty && (severities?.length ?? 0) < OBSERVATION_SEVERITY.members.length)
      total = await this.search.writePage(requested, written);
    const totals = total ? `,"totalCount":"${total.totalCount}","totalCountType":"${total.totalCountType}"` : '';
    const more = nextPageJson(written.next ? page.after(written.next) : {});
    return new JsonText(written.json(`${totals}${more}`));
  }

  /** For filters on severity alone: their statements and counts are prepared. Finds nothing if few rows match, because it would read the whole index for them. */
  private async writeBySeverity(
    { organizationId, view, mode, scan, limit, offset, countMode }: PageRequest,
    severities: readonly number[],
    written: ObservationPage,
  ): Promise<TotalCount | undefined> {
    const key = `${organizationId} ${view.number} ${mode} ${severities.join()}`;
    const isChecked = severities.length < OBSERVATION_SEVERITY.members.length && !this.frequent.has(key);
    const onlyIf = isChecked ? `(${areMany(mode, 'ARRAY(SELECT unnest($3::smallint[])::text)', limit)})` : undefined;
    const statement = scanPage({ ...scan, states: statesOf(mode) }, { limit, offset, onlyIf });
    const count = { sql: countOf(mode, '$3::text[]'), params: [organizationId, view.number, severities.map(String)] };
    const [, counted = []] = await this.database.lists.readTexts(organizationId, [
      { ...statement, prepared: true, plannedOnce: true, sink: written },
      ...(countMode === 'TOTAL_COUNT_MODE_NONE' ? [] : [{ ...count, prepared: true, plannedOnce: true }]),
    ]);
    if (isChecked && written.isFull) this.frequent.add(key);
    return countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : exactCount(counted[0]?.[0] ?? 0);
  }
}
