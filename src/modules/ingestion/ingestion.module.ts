import { Module } from '@nestjs/common';
import { Enrichment } from './enrichment/enrichment';
import { LoadSeed } from './load-seed';
import { ObservationImport } from './observation-import';

@Module({ providers: [Enrichment, LoadSeed, ObservationImport], exports: [Enrichment, ObservationImport] })
export class IngestionModule {}
