import { Module } from '@nestjs/common';
import { AnnotateObservationsHandler } from './annotate-observations/annotate-observations.command';
import { AssignObservationsHandler } from './assign-observations/assign-observations.command';
import { ExportObservationActionsHandler } from './export-observation-actions/export-observation-actions.query';
import { ExportObservationsHandler } from './export-observations/export-observations.query';
import { GetObservationsHandler } from './get-observations/get-observations.query';
import { GetObservationGroupsHandler } from './get-observation-groups/get-observation-groups.query';
import { GetObservationActionsHandler } from './get-observation-actions/get-observation-actions.query';
import { FlagObservationsHandler } from './flag-observations/flag-observations.command';
import { FlagObservationGroupsHandler } from './flag-observation-groups/flag-observation-groups.command';
import { UnflagObservationsHandler } from './unflag-observations/unflag-observations.command';
import { UnflagObservationGroupsHandler } from './unflag-observation-groups/unflag-observation-groups.command';
import { UpdateObservationStatusHandler } from './update-observation-status/update-observation-status.command';
import { GetObservationFilterOptionValuesHandler } from './get-observation-filter-option-values/get-observation-filter-option-values.query';
import { GetObservationHandler } from './get-observation/get-observation.query';
import { ObservationActionsController } from './observation-actions.controller';
import { ObservationsController } from './observations.controller';
import { ObservationSearch } from './search/observation-search';

@Module({
  controllers: [ObservationsController, ObservationActionsController],
  providers: [
    AnnotateObservationsHandler,
    AssignObservationsHandler,
    ExportObservationActionsHandler,
    ExportObservationsHandler,
    ObservationSearch,
    GetObservationsHandler,
    GetObservationGroupsHandler,
    GetObservationActionsHandler,
    FlagObservationsHandler,
    FlagObservationGroupsHandler,
    UnflagObservationsHandler,
    UnflagObservationGroupsHandler,
    UpdateObservationStatusHandler,
    GetObservationFilterOptionValuesHandler,
    GetObservationHandler,
  ],
  exports: [ObservationSearch],
})
export class ObservationsModule {}
