import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/database/database';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#vocabulary/observation.enums';
import type { View } from '#vocabulary/view';
import { hasRanges, Lookup, openedIfFew, sizeOfRanges, type Outlook } from './outlook';
import type { State } from './source';

const STATES: Readonly<Record<ObservationMode, readonly State[]>> = {
  OBSERVATION_MODE_OPEN: ['open'],
  OBSERVATION_MODE_RESOLVED: ['closed'],
  OBSERVATION_MODE_ALL: ['open', 'closed'],
};

/** Estimates how many rows a filter matches, and how to find them, before any row is read. */
@Injectable()
export class ObservationSearch {
  constructor(private readonly database: Database) {}

  async outlook(organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<Outlook> {
    const lookup = new Lookup(filter, view, STATES[mode]);
    const { sql, params } = lookup.statement(organizationId);
    return within('filters', async () => {
      const [row] = await this.database.lists.readText(organizationId, sql, params);
      return lookup.outlook(row?.[0] ?? '');
    });
  }

  /** The same for a statement that reads every match. */
  async outlookOfEvery(organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<Outlook> {
    const outlook = await this.outlook(organizationId, view, filter, mode);
    if (!hasRanges(outlook)) return outlook;
    const { sql, params } = sizeOfRanges(outlook, organizationId, view);
    const [row] = await within(outlook.broadestRule, () => this.database.lists.readText(organizationId, sql, params));
    return openedIfFew(outlook, Number(row?.[0]));
  }
}

/** The same inside a transaction, which sees what it has written. */
export async function outlookOfEveryIn(
  tx: Statements,
  organizationId: string,
  view: View,
  filter: FilterList,
  mode: ObservationMode,
): Promise<Outlook> {
  const lookup = new Lookup(filter, view, STATES[mode]);
  const { sql, params } = lookup.statement(organizationId);
  const outlook = await within('filters', async () => {
    const [row] = (await tx.query(sql, [...(params ?? [])])) as { numbers: string }[];
    return lookup.outlook(row?.numbers ?? '');
  });
  if (!hasRanges(outlook)) return outlook;
  const size = sizeOfRanges(outlook, organizationId, view);
  const [row] = (await within(outlook.broadestRule, () => tx.query(size.sql, [...(size.params ?? [])]))) as { size: string }[];
  return openedIfFew(outlook, Number(row?.size));
}
