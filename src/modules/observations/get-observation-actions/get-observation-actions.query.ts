import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { pageSize } from '#platform/paging/page.dto';
import { ObservationNotFound } from '../observation.errors';
import { ENTRY_COLUMNS, HISTORY_ENTRIES, toAction, type EntryRow } from '../observation-history';
import { ACTION } from '#shared/observation.enums';
import { observationIdOf, printOrn } from '#shared/orn';
import { LIVE_ENTITLEMENT, ownOrn } from '../orn-access';
import { SELF_VIEW, VRM_VIEW } from '#shared/view';
import { VrmEntitlementMissing } from '#shared/view.errors';
import type { GetObservationActionsRequest, GetObservationActionsResponse } from './get-observation-actions.dto';

export class GetObservationActions extends Query<GetObservationActionsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationActionsRequest,
  ) {
    super();
  }
}

interface Row extends Omit<EntryRow, 'id'> {
  live: boolean;
  known: boolean;
  total: number;
  id: string | null;
}

/** Left joins keep a row for the checks even when the page has no entry. */
const HISTORY = `
  WITH seen AS (
    SELECT o.id, o.first_seen, o.source_name FROM observation o WHERE o.organization_id = $1 AND o.id = $2 AND o.view = $3 AND o.is_listed
  ), entry AS (${HISTORY_ENTRIES}
  )
  SELECT l.live, EXISTS (SELECT 1 FROM seen) AS known, (SELECT count(*)::int FROM entry) AS total, ${ENTRY_COLUMNS}
    FROM (${LIVE_ENTITLEMENT}) l
    LEFT JOIN (SELECT * FROM entry ORDER BY action_type = ${ACTION.FIRST_SEEN}, occurred_at DESC, id DESC LIMIT $4 OFFSET $5) e ON true
   ORDER BY e.action_type = ${ACTION.FIRST_SEEN}, e.occurred_at DESC, e.id DESC`;

@QueryHandler(GetObservationActions)
export class GetObservationActionsHandler implements IQueryHandler<GetObservationActions> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetObservationActions): Promise<GetObservationActionsResponse> {
    const orn = ownOrn(caller, request.orn);
    const view = orn.view === 'vrm' ? VRM_VIEW : SELF_VIEW;
    const rows = await this.database.lists.read<Row>(caller.organizationId, HISTORY, [
      caller.organizationId,
      observationIdOf(orn),
      view.number,
      pageSize(request.limit),
      request.offset ?? 0,
    ]);
    const [first] = rows;
    if (view === VRM_VIEW && !first?.live) throw new VrmEntitlementMissing();
    if (!first?.known) throw new ObservationNotFound(request.orn);
    const entries = rows.filter((row): row is Row & EntryRow => row.id !== null);
    return { actions: entries.map((row) => toAction(row, printOrn(orn))), totalCount: first.total };
  }
}
