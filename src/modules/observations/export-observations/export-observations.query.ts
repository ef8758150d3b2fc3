import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Exports } from '#platform/export/exports';
import type { WriteRow } from '#platform/export/line-stream';
import type { JsonWriter } from '#platform/http/json-writer';
import { piece } from '#platform/http/json-writer';
import type { StreamedBody } from '#platform/http/streamed-body';
import type { View } from '#shared/view';
import { Observation, OBSERVATION_IDS } from '../observation.dto';
import { selectListed } from '../list-request';
import { ALL_OBSERVATIONS, ObservationRenderer } from '../render-observation';
import type { ExportObservationsRequest } from './export-observations.dto';

export class ExportObservations extends Query<StreamedBody<Observation>> {
  constructor(
    readonly caller: Caller,
    readonly request: ExportObservationsRequest,
  ) {
    super();
  }
}

const END_OF_OBJECT = piece('}');

@QueryHandler(ExportObservations)
export class ExportObservationsHandler implements IQueryHandler<ExportObservations> {
  constructor(private readonly exports: Exports) {}

  execute({ caller, request }: ExportObservations): Promise<StreamedBody<Observation>> {
    const { view, where, params } = selectListed(caller, request);
    const source = {
      name: 'observations',
      resource: Observation,
      ids: OBSERVATION_IDS,
      sql: `${ALL_OBSERVATIONS} WHERE ${where}`,
      params,
      writeRow: observationWriter(view, caller.organization.domain),
    };
    return Promise.resolve(this.exports.start(caller, source, request));
  }
}

/** Writes an observation as the list does. */
function observationWriter(view: View, owner: string): WriteRow {
  let renderer: ObservationRenderer | undefined;
  return (json: JsonWriter, row) => {
    renderer ??= new ObservationRenderer(view, owner, json);
    renderer.render(row);
    json.piece(END_OF_OBJECT);
  };
}
