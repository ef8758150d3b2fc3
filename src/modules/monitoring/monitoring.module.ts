import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import { DomainCheck } from './domain-check';
import { Engine } from './engine';
import { GetMonitoringRunsHandler } from './get-monitoring-runs/get-monitoring-runs.query';
import { Dialer } from './scanning/dialer';
import { ScanSettings } from './scanning/scan-settings';
import { Scanner } from './scanning/scanner';
import { MonitoringFaultEntity } from './monitoring-fault.entity';
import { MonitoringOptOutEntity } from './monitoring-opt-out.entity';
import { MonitoringRunEntity } from './monitoring-run.entity';
import { MonitoringController } from './monitoring.controller';
import { NoticeController } from './notice.controller';
import { OptOuts } from './opt-outs';
import { RunMonitoringHandler } from './run-monitoring/run-monitoring.command';
import { MonitoringStatus } from './monitoring-status';
import { RunNow } from './run-now';
import { Runs } from './runs';

@Module({
  imports: [TypeOrmModule.forFeature([MonitoringRunEntity, MonitoringFaultEntity, MonitoringOptOutEntity, VendorEntity])],
  controllers: [MonitoringController, NoticeController],
  providers: [
    Dialer,
    DomainCheck,
    Engine,
    GetMonitoringRunsHandler,
    Scanner,
    ScanSettings,
    MonitoringStatus,
    OptOuts,
    RunMonitoringHandler,
    RunNow,
    Runs,
  ],
})
export class MonitoringModule {}
