import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Env } from '#platform/config/env';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter';
import { AppModule } from './app.module';
import { setUp } from './app.setup';

/** The application as it serves, not yet listening. */
export async function createApp(env: Env): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(env), new LeanExpressAdapter(), {
    bufferLogs: true,
    abortOnError: false,
    bodyParser: false,
  });
  setUp(app);
  return app;
}
