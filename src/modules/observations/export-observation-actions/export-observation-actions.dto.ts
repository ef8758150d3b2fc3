import { ExportRequest } from '#platform/export/export.dto';
import { Filters } from '#platform/filters/filter.dto';
import { Member } from '#platform/fields/fields';
import { FieldNames } from '#platform/paging/row-fields';
import { OBSERVATION_MODE, type ObservationMode } from '#shared/observation.enums';
import { OBSERVATION_CATALOGUE } from '../observation-fields';
import { ACTION_IDS, ObservationAction } from '../observation-history';

export class ExportObservationActionsRequest extends ExportRequest {
  @Filters(OBSERVATION_CATALOGUE)
  filters?: unknown;

  @Member(OBSERVATION_MODE, { optional: true, description: 'Of the observations whose history is exported. Unset: OPEN.' })
  mode?: ObservationMode;

  @FieldNames(ObservationAction, ACTION_IDS)
  fields?: string[];
}
