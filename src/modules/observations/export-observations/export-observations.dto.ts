import { ExportRequest, FieldNames } from '#platform/export/export.dto';
import { Filters } from '#platform/filters/filter.dto';
import { Member } from '#platform/http/fields';
import { OBSERVATION_MODE, type ObservationMode } from '#vocabulary/observation.enums';
import { Observation } from '../observation.dto';
import { OBSERVATION_CATALOGUE } from '../observation-fields';

export const OBSERVATION_IDS = ['orn'] as const;

export class ExportObservationsRequest extends ExportRequest {
  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Member(OBSERVATION_MODE, { optional: true, description: 'Unset: OPEN.' })
  mode?: ObservationMode;

  @FieldNames(Observation, OBSERVATION_IDS)
  fields?: string[];
}
