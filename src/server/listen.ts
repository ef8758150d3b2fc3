import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Env } from '#platform/config/env';
import { Jobs } from '#platform/jobs/jobs';
import { ApiDescription } from '#platform/openapi/api-description';

/** Starts listening. Slow one-time work is done before, so that no call waits for it. */
export async function listen(app: NestExpressApplication, env: Env): Promise<void> {
  await app.init();
  await app.get(ApiDescription).yaml();
  await app.listen(env.PORT, env.HOST);
  await app.get(Jobs).start();
}
