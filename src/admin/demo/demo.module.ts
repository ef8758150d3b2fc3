import { Module } from '@nestjs/common';
import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { AvdModule } from '#modules/avd/avd.module';
import { SecurityEventsModule } from '#modules/security-events/security-events.module';
import { DemoData } from './demo-data';

@Module({ imports: [AvdModule, IngestionModule, SecurityEventsModule], providers: [DemoData] })
export class DemoModule {}
