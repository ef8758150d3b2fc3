import { Controller, Get, Header, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Database, PLATFORM } from '#platform/database/database';
import { Unavailable } from '#platform/errors/api-error';
import { Metrics } from '#platform/metrics/metrics';
import { Unguarded } from '#platform/operations/operation.decorator';

/** Whether the process is on its way out: then balancers send nothing new. */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  started = false;

  beforeApplicationShutdown(): void {
    this.started = true;
  }
}

@ApiExcludeController()
@Controller()
@Unguarded('probes and scrapers carry no token; nothing here belongs to an organization')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly draining: Draining,
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
    if (this.draining.started) throw new Unavailable('The service is shutting down.', 'SHUTTING_DOWN', 5);
    await this.database.read(PLATFORM, 'SELECT 1');
    return { status: 'ok' };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metricsText() {
    return this.metrics.registry.metrics();
  }
}
