import { Module } from '@nestjs/common';
import { Enrichment } from './enrichment/enrichment';
import { ImportFindingsHandler } from './import-findings.command';
import { ImportObservationsHandler } from './import-observations/import-observations.command';
import { IngestionController } from './ingestion.controller';

@Module({
  controllers: [IngestionController],
  providers: [Enrichment, ImportFindingsHandler, ImportObservationsHandler],
  exports: [Enrichment],
})
export class IngestionModule {}
