import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { JsonText } from '#platform/http/json-text';
import { Cursors } from '#platform/paging/cursors';
import { nextPageJson } from '#platform/paging/page';
import { countObservations } from '../observation-counter';
import { readListRequest } from '../list-request';
import type { TotalCount } from '../total-count';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import type { FilteredList } from './filtered-list';
import { FilteredPages } from './filtered-pages';
import { FrequentSeverities } from './frequent-severities';
import type { GetObservationsRequest, GetObservationsResponse } from './get-observations.dto';
import { ObservationPage } from './observation-page';
import { bindingWithKeys, OBSERVATION_SORTS, sortKeys } from './observation-sorts';
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
  private readonly frequent = new FrequentSeverities();

  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly filtered: FilteredPages,
  ) {}

  async execute({ caller, request }: GetObservations): Promise<JsonText<GetObservationsResponse>> {
    const read = readListRequest('GetObservations', caller, request, 'firstSeen');
    const { view, filter, mode, sortField, descending, selection, countMode } = read;
    const sort = OBSERVATION_SORTS[sortField];
    const page = await this.cursors.page(bindingWithKeys(read.binding, sort), request);
    const walk = { selection, mode, sort, descending, fetched: page.fetchedOf(PAGE_SIZES) };
    const written = new ObservationPage(view, caller.organization.domain, page.limit, sortKeys(sort).length);
    const list = { organizationId: caller.organizationId, view, filter, walk, page, countMode };
    let total = selection.severities && (await this.walkBySeverity(list, written));
    if (written.isEmpty && (selection.severities?.length ?? 0) < OBSERVATION_SEVERITY.members.length)
      total = await this.filtered.write(list, written);
    const totals = total ? `,"totalCount":"${total.totalCount}","totalCountType":"${total.totalCountType}"` : '';
    const more = nextPageJson(written.next ? page.after(written.next) : {});
    return new JsonText(written.json(`${totals}${more}`));
  }

  /**
   * For filters on severity alone. If many rows match, a walk along the index of the sort is the best plan, and the counts are kept. Finds
   * nothing if few match.
   */
  private async walkBySeverity(
    { organizationId, view, walk, page, countMode }: FilteredList,
    written: ObservationPage,
  ): Promise<TotalCount | undefined> {
    const key = `${organizationId} ${view.number} ${walk.mode} ${walk.selection.severities?.join()}`;
    const onlyMany = !this.frequent.has(key);
    const statement = page.offset > 0 ? pageAfter({ ...walk, onlyMany }, page.offset) : pageFrom({ ...walk, onlyMany }, page.place);
    const count = countObservations(walk.selection, walk.mode, countMode);
    const [, counted = []] = await this.database.lists.readTexts(organizationId, [
      { ...statement, prepared: true, plannedOnce: true, sink: written },
      ...(count ? [count.reading] : []),
    ]);
    if (onlyMany && written.isFull) this.frequent.add(key);
    return count?.toTotal(Number(counted[0]?.[0] ?? 0));
  }
}
