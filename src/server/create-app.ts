import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Env } from '#platform/config/env';
import { Admission } from '#platform/http/admission';
import { limitConnectionsPerAddress } from '#platform/http/connection-limit';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter';
import { AppModule } from '../app.module';
import { setUp } from './app.setup';

/** Creates the application, not yet listening. */
export async function createApp(env: Env): Promise<NestExpressApplication> {
  const adapter = new LeanExpressAdapter();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(env), adapter, {
    bufferLogs: true,
    abortOnError: false,
    bodyParser: false,
  });
  adapter.useAdmission(app.get(Admission));
  setUp(app);
  // Behind a proxy all connections come from its address.
  if (env.TRUST_PROXY === 0) limitConnectionsPerAddress(app.getHttpServer(), env.MAX_CONNECTIONS_PER_ADDRESS);
  return app;
}
