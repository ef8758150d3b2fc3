import { Module } from '@nestjs/common';
import { ObservationImport } from './observation-import';

@Module({ providers: [ObservationImport], exports: [ObservationImport] })
export class IngestionModule {}
