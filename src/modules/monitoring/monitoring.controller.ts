import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetMonitoringRunsRequest, GetMonitoringRunsResponse } from './get-monitoring-runs/get-monitoring-runs.dto';
import { GetMonitoringRuns } from './get-monitoring-runs/get-monitoring-runs.query';
import { RunMonitoring } from './run-monitoring/run-monitoring.command';
import { RunMonitoringRequest, RunMonitoringResponse } from './run-monitoring/run-monitoring.dto';

@ApiTags('Monitoring')
@Controller({ path: 'monitoring', version: '1' })
export class MonitoringController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('runs')
  @Operation({
    name: 'GetMonitoringRuns',
    summary: 'List monitoring runs, newest first',
    description:
      'One run is one scan of one vendor. Its observations have the source `monitor`; GetObservations lists them. What could not be seen is in `problems`.',
    scopes: ['monitoring.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetMonitoringRuns,
    request: GetMonitoringRunsRequest,
    response: GetMonitoringRunsResponse,
  })
  getMonitoringRuns(@CurrentCaller() caller: Caller, @Input() request: GetMonitoringRunsRequest) {
    return this.queries.execute(new GetMonitoringRuns(caller, request));
  }

  @Post('run')
  @Operation({
    name: 'RunMonitoring',
    summary: 'Scan vendors now',
    description:
      'Queues a run for each vendor, which must be monitored and not on the opt-out list; it starts within a minute. The service also scans every monitored vendor on its schedule, once a day by default. GetMonitoringRuns shows the results.',
    scopes: ['monitoring.run'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: {
      400: ['VENDOR_NOT_MONITORED'],
      404: ['VENDOR_NOT_FOUND'],
      409: ['MONITORING_OFF', 'MONITORING_OPTED_OUT', 'MONITORING_PAUSED'],
    },
    sends: RunMonitoring,
    request: RunMonitoringRequest,
    response: RunMonitoringResponse,
    example: { vendorIds: [EXAMPLE_ID] },
  })
  runMonitoring(@CurrentCaller() caller: Caller, @Input() request: RunMonitoringRequest) {
    return this.commands.execute(new RunMonitoring(caller, request));
  }
}
