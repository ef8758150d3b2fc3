import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { hasIndex, type FilterEstimate } from '../search/estimate';
import { hasRanges, sizeOfRanges, withRanges } from '../search/matching-rows';
import { MAX_FETCHED } from '../search/source';
import { FetchedPages } from './fetched-pages';
import type { FilteredList } from './filtered-list';
import { listedIds } from './listed-ids';
import { ListedWalks } from './listed-walks';
import type { ObservationPage } from './observation-page';
import { pageAfter, pageFrom } from './page-statement';
import { Periods } from './periods';
import { entriesOf, REACH_FACTOR, reachFor, ShortWalks } from './short-walks';

/** REACH_FACTOR of a second walk, which starts where the kept days say that matches begin. */
const SECOND_REACH_FACTOR = 12;

/** A page that walks along the index of the sort try to fill. `atLeast` rows certainly match. */
interface Attempt {
  list: FilteredList;
  estimate: FilterEstimate;
  atLeast: number;
  written: ObservationPage;
}

/** Pages from a walk along the index of the sort. If it does not fill the page soon, the matches are at the far end, and are fetched instead. */
@Injectable()
export class WalkedPages {
  constructor(
    private readonly database: Database,
    private readonly walks: ShortWalks,
    private readonly listedWalks: ListedWalks,
    private readonly periods: Periods,
    private readonly fetched: FetchedPages,
  ) {}

  /** `counted`: how many matches were counted before. */
  async write(requested: FilteredList, estimate: FilterEstimate, counted: number | undefined, written: ObservationPage): Promise<void> {
    const isFirst = requested.page.offset === 0;
    const isRanges = isFirst && !hasIndex(estimate) && hasRanges(estimate, false);
    const listed = isRanges ? listedIds(estimate, requested.walk) : undefined;
    if (listed) {
      if (!(await this.listedWalks.fill(requested, estimate, listed, written)))
        await this.fetched.write(requested, withRanges(estimate), written, false);
      return;
    }
    const list = { ...requested, walk: { ...requested.walk, ...(await this.periods.of(requested, estimate)) } };
    const attempt = { list, estimate, atLeast: Math.max(estimate.atLeast, counted ?? 0), written };
    if (isFirst && hasIndex(estimate) && estimate.bound <= MAX_FETCHED) return this.walkTwiceOrFetch(attempt);
    const isTooWide = list.filter.nodes.length === 1 && (list.walk.period?.rows ?? 0) > MAX_FETCHED;
    if (isRanges && !isTooWide && (await this.walkOrFetchRanges(attempt))) return;
    await this.walkToTheEnd(attempt);
  }

  /** From the kept days of the rules, then from those of the matches, then by index. */
  private async walkTwiceOrFetch(attempt: Attempt): Promise<void> {
    const { list, estimate, written } = attempt;
    if (await this.fillsWithin(attempt, REACH_FACTOR)) return;
    const days = estimate.days && (await this.periods.of(list, estimate, estimate.days));
    const second = { ...list, walk: { ...list.walk, ...days, entries: entriesOf(estimate) } };
    if (await this.fillsWithin({ ...attempt, list: second }, SECOND_REACH_FACTOR)) return;
    await this.fetched.write(list, estimate, written, false);
  }

  /** Counts the ranges if a short walk does not fill the page. Returns false if they have too many rows to fetch. */
  private async walkOrFetchRanges(attempt: Attempt): Promise<boolean> {
    const { list, estimate, written } = attempt;
    if (await this.fillsWithin(attempt, 1)) return true;
    const { sql, params } = sizeOfRanges(estimate, list.organizationId, list.view);
    const bound = Number((await this.database.lists.readText(list.organizationId, sql, params))[0]?.[0]);
    if (bound > MAX_FETCHED) return false;
    const ofRanges = { ...attempt, atLeast: bound };
    if (reachOf(ofRanges, REACH_FACTOR) < bound && (await this.fillsWithin(ofRanges, REACH_FACTOR))) return true;
    await this.fetched.write(list, withRanges(estimate), written, false);
    return true;
  }

  private async walkToTheEnd(attempt: Attempt): Promise<void> {
    const { list, estimate, written } = attempt;
    const { page, organizationId } = list;
    let { walk } = list;
    if (page.offset === 0 && estimate.days) {
      if (await this.fillsWithin(attempt, REACH_FACTOR)) return;
      walk = { ...walk, ...(await this.periods.of(list, estimate, estimate.days)) };
    }
    const statement = page.offset > 0 ? pageAfter(walk, page.offset) : pageFrom(walk, page.place);
    await this.database.lists.readTexts(organizationId, [{ ...statement, prepared: true, sink: written }]);
  }

  /** Whether a walk within this reach fills the page, or checks all rows. */
  private async fillsWithin(attempt: Attempt, factor: number): Promise<boolean> {
    const reach = reachOf(attempt, factor);
    return (await this.walks.fill(attempt.list, reach, attempt.written)) || reach > attempt.estimate.total;
  }
}

function reachOf({ list, estimate, atLeast }: Attempt, factor: number): number {
  return reachFor(factor, list.walk.fetched, estimate.total, atLeast);
}
