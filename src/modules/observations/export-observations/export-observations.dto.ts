import { ExportRequest } from '#platform/export/export.dto';
import { Filters } from '#platform/filters/filter.dto';
import { Member } from '#platform/fields/fields';
import { FieldNames } from '#platform/paging/row-fields';
import { OBSERVATION_MODE, type ObservationMode } from '#shared/observation.enums';
import { Observation, OBSERVATION_IDS } from '../observation.dto';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export class ExportObservationsRequest extends ExportRequest {
  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Member(OBSERVATION_MODE, { optional: true, description: 'Unset: OPEN.' })
  mode?: ObservationMode;

  @FieldNames(Observation, OBSERVATION_IDS)
  fields?: string[];
}
