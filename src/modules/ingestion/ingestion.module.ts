import { Module } from '@nestjs/common';
import { Enrichment } from './enrichment/enrichment';
import { ImportObservationsHandler } from './import-observations/import-observations.command';
import { IngestionController } from './ingestion.controller';
import { ObservationImport } from './observation-import';

@Module({
  controllers: [IngestionController],
  providers: [Enrichment, ImportObservationsHandler, ObservationImport],
  exports: [Enrichment, ObservationImport],
})
export class IngestionModule {}
