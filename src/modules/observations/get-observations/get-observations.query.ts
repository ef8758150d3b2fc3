import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { fingerprintFilters } from '#platform/filters/compile-filter';
import { readFilters } from '#platform/filters/read-filters';
import { JsonText } from '#platform/http/json-text';
import { Cursors } from '#platform/paging/cursors';
import { nextPageJson } from '#platform/paging/page';
import { countObservations } from '../observation-counter';
import { OBSERVATION_CATALOGUE } from '../observation-fields';
import { selectObservations } from '../observation-query';
import { viewOf } from '#vocabulary/view';
import type { GetObservationsRequest, GetObservationsResponse } from './get-observations.dto';
import { ObservationPage } from './observation-page';
import { OBSERVATION_SORTS } from './observation-sorts';
import { pageAfter, pageFrom } from './page-statement';

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
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetObservations): Promise<JsonText<GetObservationsResponse>> {
    const view = viewOf(caller);
    const filter = readFilters(request.filters, OBSERVATION_CATALOGUE);
    const mode = request.mode ?? 'OBSERVATION_MODE_OPEN';
    const sortField = request.sortField ?? 'firstSeen';
    const descending = request.sortOrder !== 'SORT_ORDER_ASC';
    const selection = selectObservations(caller.organizationId, view, filter);
    const binding = [
      caller.organizationId,
      'GetObservations',
      view.number,
      fingerprintFilters(filter),
      mode,
      sortField,
      Number(descending),
    ];
    const page = await this.cursors.page(binding, request);
    const walk = { selection, mode, sort: OBSERVATION_SORTS[sortField], descending, fetched: page.fetchedOf(PAGE_SIZES) };
    const statement = page.offset > 0 ? pageAfter(walk, page.offset) : pageFrom(walk, page.place);
    // With a filter on severity alone, the scan of the sort's index is the best plan for all values.
    const plannedOnce = selection.severities !== undefined;
    const count = countObservations(selection, mode, request.countMode ?? 'TOTAL_COUNT_MODE_BOUNDED');
    const written = new ObservationPage(view, caller.organization.domain, page.limit);
    const [, counted = []] = await this.database.lists.readTexts(caller.organizationId, [
      { ...statement, prepared: true, plannedOnce, taker: written },
      ...(count ? [count.reading] : []),
    ]);
    const total = count?.toTotal(Number(counted[0]?.[0] ?? 0));
    const totals = total ? `,"totalCount":"${total.totalCount}","totalCountType":"${total.totalCountType}"` : '';
    const more = nextPageJson(written.next ? page.after(written.next) : {});
    return new JsonText(written.json(`${totals}${more}`));
  }
}
