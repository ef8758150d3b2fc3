import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter';

/** An empty Nest application on the adapter named by ADAPTER: the cost of the framework itself. */
@Controller()
class FloorController {
  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('whoami')
  whoami() {
    return { clientId: 'vrc_none', organization: { name: 'Nobody', domain: 'nobody.com' }, scopes: ['findings.read'] };
  }
}

@Module({ controllers: [FloorController] })
class FloorModule {}

void (async () => {
  const adapter = process.env.ADAPTER === 'lean' ? new LeanExpressAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(FloorModule, adapter, { logger: false });
  await app.listen(Number(process.env.PORT), '127.0.0.1');
})();
