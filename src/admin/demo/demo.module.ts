import { Module } from '@nestjs/common';
import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { AvdModule } from '#modules/avd/avd.module';
import { DemoData } from './demo-data';

@Module({ imports: [AvdModule, IngestionModule], providers: [DemoData] })
export class DemoModule {}
