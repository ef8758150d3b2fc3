import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Env } from '#platform/config/env';
import { Jobs } from '#platform/jobs/jobs';
import { ToolCatalogue } from '#platform/mcp/tool-catalogue';

/** Starts listening, then jobs. */
export async function listen(app: NestExpressApplication, env: Env): Promise<void> {
  await app.init();
  await app.get(ToolCatalogue).prepare();
  await app.listen(env.PORT, env.HOST);
  await app.get(Jobs).start();
}
