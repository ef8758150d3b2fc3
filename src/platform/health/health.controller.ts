import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Database, PLATFORM } from '#platform/database/database';
import { Metrics } from '#platform/metrics/metrics';
import { Unguarded } from '#platform/operations/operation.decorator';

@ApiExcludeController()
@Controller()
@Unguarded('probes and scrapers carry no token; nothing here belongs to an organization')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  @Header('Cache-Control', 'no-store')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Header('Cache-Control', 'no-store')
  async ready() {
    await this.database.facts.read(PLATFORM, 'SELECT 1');
    return { status: 'ok' };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metricsText() {
    return this.metrics.registry.metrics();
  }
}
