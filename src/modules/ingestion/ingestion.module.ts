import { Module } from '@nestjs/common';
import { LoadSeed } from './load-seed';
import { ObservationImport } from './observation-import';

@Module({ providers: [LoadSeed, ObservationImport], exports: [LoadSeed, ObservationImport] })
export class IngestionModule {}
