import type { NestExpressApplication } from '@nestjs/platform-express';
import { Retention } from '#modules/retention/retention';
import { ScoreUpkeep } from '#modules/scores/score-upkeep';
import { ExpiringCredentials } from '#platform/auth/expiring-credentials';
import { KeySchedule } from '#platform/auth/key-schedule';
import type { Env } from '#platform/config/env';
import type { HourlyTask } from '#platform/database/hourly-task';
import { Jobs } from '#platform/jobs/jobs';
import { ToolCatalogue } from '#platform/mcp/tool-catalogue';
import { TokenCleanUp } from '#platform/oauth/token-clean-up';

/** Scores are checked soon after the start: it may be the start of a new release with another score model. */
const FIRST_SCORES_MS = 20_000;

/** Starts listening, then hourly tasks and jobs. */
export async function listen(app: NestExpressApplication, env: Env): Promise<void> {
  await app.init();
  await app.get(ToolCatalogue).prepare();
  await app.listen(env.PORT, env.HOST);
  for (const task of [Retention, KeySchedule, ExpiringCredentials, TokenCleanUp]) app.get<HourlyTask>(task, { strict: false }).schedule();
  app.get(ScoreUpkeep, { strict: false }).schedule(FIRST_SCORES_MS * Math.random());
  await app.get(Jobs).start();
}
