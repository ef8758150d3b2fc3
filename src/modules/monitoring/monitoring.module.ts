import { Module } from '@nestjs/common';
import { DomainCheck } from './domain-check';
import { Engine } from './engine';
import { GetMonitoringRunsHandler } from './get-monitoring-runs/get-monitoring-runs.query';
import { Dialer } from './scanning/dialer';
import { ScanSettings } from './scanning/scan-settings';
import { MonitoringController } from './monitoring.controller';
import { NoticeController } from './notice.controller';
import { OptOuts } from './opt-outs';
import { RunMonitoringHandler } from './run-monitoring/run-monitoring.command';
import { MonitoringStatus } from './monitoring-status';
import { RunNow } from './run-now';
import { Runs } from './runs';
import { ScanThreads } from './scan-threads';

@Module({
  controllers: [MonitoringController, NoticeController],
  providers: [
    Dialer,
    DomainCheck,
    Engine,
    GetMonitoringRunsHandler,
    ScanSettings,
    ScanThreads,
    MonitoringStatus,
    OptOuts,
    RunMonitoringHandler,
    RunNow,
    Runs,
  ],
})
export class MonitoringModule {}
