import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Exports } from '#platform/export/exports';
import { typedRows } from '#platform/export/row-writers';
import type { StreamedBody } from '#platform/http/streamed-body';
import { ACTION_IDS, ENTRY_COLUMNS, HISTORY_ENTRIES, ObservationAction, toAction, type EntryRow } from '../observation-history';
import { selectListed } from '../list-request';
import { printOrn } from '#shared/orn';
import type { ExportObservationActionsRequest } from './export-observation-actions.dto';

export class ExportObservationActions extends Query<StreamedBody<ObservationAction>> {
  constructor(
    readonly caller: Caller,
    readonly request: ExportObservationActionsRequest,
  ) {
    super();
  }
}

@QueryHandler(ExportObservationActions)
export class ExportObservationActionsHandler implements IQueryHandler<ExportObservationActions> {
  constructor(private readonly exports: Exports) {}

  execute({ caller, request }: ExportObservationActions): Promise<StreamedBody<ObservationAction>> {
    const { view, where, params } = selectListed(caller, request);
    const ornOf = (key: string) => printOrn({ view: view.orn, key, owner: caller.organization.domain });
    const source = {
      name: 'observation-actions',
      resource: ObservationAction,
      ids: ACTION_IDS,
      sql: `
        WITH seen AS (SELECT o.id, o.first_seen, o.source_name FROM observation o WHERE ${where})
        SELECT e.observation_id AS "observationId", ${ENTRY_COLUMNS} FROM (${HISTORY_ENTRIES}) e`,
      params,
      writeRow: typedRows<EntryRow & { observationId: string }>((row) => toAction(row, ornOf(row.observationId))),
    };
    return Promise.resolve(this.exports.start(caller, source, request));
  }
}
