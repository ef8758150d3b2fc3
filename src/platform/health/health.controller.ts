import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import { Metrics } from '#platform/metrics/metrics';
import { Unguarded } from '#platform/operations/operation.decorator';
import { assertMayReadMetrics } from './metrics-access';

@ApiExcludeController()
@Controller()
@Unguarded('probes and scrapers have no access token; nothing here belongs to an organization')
export class HealthController {
  private asking: Promise<unknown> | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  @Header('Cache-Control', 'no-store')
  live() {
    return { status: 'ok' };
  }

  /** Concurrent probes share one database query, because anyone may probe at any rate. */
  @Get('health/ready')
  @Header('Cache-Control', 'no-store')
  async ready() {
    this.asking ??= this.database.reserved.read(PLATFORM, 'SELECT 1').finally(() => {
      this.asking = undefined;
    });
    await this.asking;
    return { status: 'ok' };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metricsText(@Req() request: Request) {
    assertMayReadMetrics(request, this.env);
    return this.metrics.text();
  }
}
