import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Retention } from '#modules/retention/retention';
import { ScoreUpkeep } from '#modules/scores/score-upkeep';
import { KeySchedule } from '#platform/auth/key-schedule';
import { ExpiringCredentials } from '#platform/auth/expiring-credentials';
import type { Env } from '#platform/config/env';
import type { HourlyTask } from '#platform/database/hourly-task';
import { Admission } from '#platform/http/admission';
import { limitConnectionsPerAddress } from '#platform/http/connection-limit';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter';
import { TokenCleanUp } from '#platform/oauth/token-clean-up';
import { AppModule } from '../app.module';
import { setUp } from './app.setup';

/** Scores are checked soon after the start: it may be the start of a new release with another score model. */
const FIRST_SCORES_MS = 20_000;

/** Creates the application, not yet listening. */
export async function createApp(env: Env): Promise<NestExpressApplication> {
  const adapter = new LeanExpressAdapter();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(env), adapter, {
    bufferLogs: true,
    abortOnError: false,
    bodyParser: false,
  });
  adapter.letInBy(app.get(Admission));
  setUp(app);
  // Behind a proxy all connections come from its address.
  if (env.TRUST_PROXY === 0) limitConnectionsPerAddress(app.getHttpServer(), env.MAX_CONNECTIONS_PER_ADDRESS);
  for (const task of [Retention, KeySchedule, ExpiringCredentials, TokenCleanUp]) app.get<HourlyTask>(task, { strict: false }).schedule();
  app.get(ScoreUpkeep, { strict: false }).schedule(FIRST_SCORES_MS * Math.random());
  return app;
}
