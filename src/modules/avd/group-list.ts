import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
import type { PageRequest } from '#platform/paging/page.dto';
import { fingerprint, type ReadFilters } from './fourth-party-filters';
import { groupCount, groupPage, isAscending, readGroup, type GroupOrder } from './group-statement';

/** Pages of fourth parties with their counts. */
@Injectable()
export class GroupList {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async read(caller: Caller, operation: string, request: PageRequest & GroupOrder, filters: ReadFilters) {
    const organization = caller.organizationId;
    const binding = [organization, operation, fingerprint(filters), request.sortField, Number(isAscending(request))];
    const page = await this.cursors.page(binding, request);
    const { sql, params, plannedOnce } = groupPage(organization, filters, request, page);
    const rows = (await this.database.lists.readText(organization, sql, params, { prepared: true, plannedOnce })).map(readGroup);
    const { shown, next } = page.cut(rows, ({ place }) => place);
    return {
      groups: shown,
      totalCount: rows[0] ? Number(rows[0].total) : await this.count(organization, filters),
      ...next,
    };
  }

  private async count(organization: string, filters: ReadFilters): Promise<number> {
    const { sql, params } = groupCount(organization, filters);
    const [counted] = await this.database.lists.read<{ total: number }>(organization, sql, params, { prepared: true });
    return counted?.total ?? 0;
  }
}
