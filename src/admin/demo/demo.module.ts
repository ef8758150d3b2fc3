import { Module } from '@nestjs/common';
import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { DemoData } from './demo-data';

@Module({ imports: [IngestionModule], providers: [DemoData] })
export class DemoModule {}
