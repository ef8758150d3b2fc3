import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Step } from '#platform/database/database';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#vocabulary/observation.enums';
import type { View } from '#vocabulary/view';
import { hasRanges, isFew, Lookup, openedIfFew, sizeOfRanges, type Outlook } from './outlook';
import type { State } from './source';

const STATES: Readonly<Record<ObservationMode, readonly State[]>> = {
  OBSERVATION_MODE_OPEN: ['open'],
  OBSERVATION_MODE_RESOLVED: ['closed'],
  OBSERVATION_MODE_ALL: ['open', 'closed'],
};

/** Runs a statement that returns one value. */
type ReadOne = (statement: Step) => Promise<string | undefined>;

/** Estimates how many rows a filter matches, and how to find them, before any row is read. */
@Injectable()
export class ObservationSearch {
  constructor(private readonly database: Database) {}

  outlook(organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<Outlook> {
    return lookUp(this.reading(organizationId), organizationId, view, filter, mode);
  }

  /** The same for a statement that reads every match. */
  outlookOfEvery(organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<Outlook> {
    return lookUpEvery(this.reading(organizationId), organizationId, view, filter, mode);
  }

  private reading(organizationId: string): ReadOne {
    return async ({ sql, params }) => (await this.database.lists.readText(organizationId, sql, params))[0]?.[0] ?? undefined;
  }
}

/** The same inside a transaction, which sees what it has written. */
export function outlookOfEveryIn(
  tx: Statements,
  organizationId: string,
  view: View,
  filter: FilterList,
  mode: ObservationMode,
): Promise<Outlook> {
  const read: ReadOne = async ({ sql, params }) => {
    const [row] = (await tx.query(sql, [...(params ?? [])])) as Record<string, string>[];
    return row && Object.values(row)[0];
  };
  return lookUpEvery(read, organizationId, view, filter, mode);
}

function lookUp(read: ReadOne, organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<Outlook> {
  const lookup = new Lookup(filter, view, STATES[mode]);
  return within('filters', async () => lookup.outlook((await read(lookup.statement(organizationId))) ?? ''));
}

async function lookUpEvery(read: ReadOne, organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<Outlook> {
  const outlook = await lookUp(read, organizationId, view, filter, mode);
  if (!hasRanges(outlook, true) || !isFew(outlook, outlook.atLeast)) return outlook;
  const size = await within(outlook.broadestRule, () => read(sizeOfRanges(outlook, organizationId, view)));
  return openedIfFew(outlook, Number(size));
}
