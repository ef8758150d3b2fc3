import type { FilterList } from '#platform/filters/filter-tree';
import type { Page } from '#platform/paging/page';
import type { View } from '#shared/view';
import type { TotalCountMode } from '../total-count';
import type { Walk } from './index-entries';

/** What a call requests. */
export interface FilteredList {
  organizationId: string;
  view: View;
  filter: FilterList;
  walk: Walk;
  page: Page;
  countMode: TotalCountMode;
}
