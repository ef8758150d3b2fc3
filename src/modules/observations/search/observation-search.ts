import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Step } from '#platform/database/database';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#shared/observation.enums';
import type { View } from '#shared/view';
import { statesOf } from '../states';
import type { FilterEstimate } from './estimate';
import { FilterLookup } from './filter-lookup';
import { hasRanges, isFew, sizeOfRanges, withFewRanges } from './matching-rows';

/** Runs a statement that returns one value. */
type ReadOne = (statement: Step) => Promise<string | undefined>;

/** Estimates how many rows a filter matches, and how to find them, before any row is read. */
@Injectable()
export class ObservationSearch {
  constructor(private readonly database: Database) {}

  estimate(organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<FilterEstimate> {
    return lookUp(this.reading(organizationId), organizationId, view, filter, mode);
  }

  /** The same for a statement that reads every match. */
  estimateOfEvery(organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<FilterEstimate> {
    return lookUpEvery(this.reading(organizationId), organizationId, view, filter, mode);
  }

  private reading(organizationId: string): ReadOne {
    return async ({ sql, params }) => (await this.database.lists.readText(organizationId, sql, params))[0]?.[0] ?? undefined;
  }
}

/** The same inside a transaction, which sees what it has written. */
export function estimateOfEveryIn(
  tx: Statements,
  organizationId: string,
  view: View,
  filter: FilterList,
  mode: ObservationMode,
): Promise<FilterEstimate> {
  const read: ReadOne = async ({ sql, params }) => {
    const [row] = (await tx.query(sql, [...(params ?? [])])) as Record<string, string>[];
    return row && Object.values(row)[0];
  };
  return lookUpEvery(read, organizationId, view, filter, mode);
}

function lookUp(read: ReadOne, organizationId: string, view: View, filter: FilterList, mode: ObservationMode): Promise<FilterEstimate> {
  const lookup = new FilterLookup(filter, view, statesOf(mode));
  return within('filters', async () => lookup.estimate((await read(lookup.statement(organizationId))) ?? ''));
}

async function lookUpEvery(
  read: ReadOne,
  organizationId: string,
  view: View,
  filter: FilterList,
  mode: ObservationMode,
): Promise<FilterEstimate> {
  const estimate = await lookUp(read, organizationId, view, filter, mode);
  if (!hasRanges(estimate, true) || !isFew(estimate, estimate.atLeast)) return estimate;
  const size = await within(estimate.broadestRule, () => read(sizeOfRanges(estimate, organizationId, view)));
  return withFewRanges(estimate, Number(size));
}
