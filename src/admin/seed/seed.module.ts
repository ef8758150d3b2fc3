import { Module } from '@nestjs/common';
import { AvdModule } from '#modules/avd/avd.module';
import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { SecurityEventsModule } from '#modules/security-events/security-events.module';
import { DemoData } from './demo/demo-data';
import { LoadSeed } from './load-seed';

@Module({ imports: [AvdModule, IngestionModule, SecurityEventsModule], providers: [DemoData, LoadSeed] })
export class SeedModule {}
