import type { NestExpressApplication } from '@nestjs/platform-express';
import { readEnv } from '#platform/config/env';
import { freePort } from '#platform/config/free-port';
import { WebhookAddresses } from '../../src/modules/webhooks/webhook-addresses';
import { createApp } from '../../src/server/create-app';
import { fileDatabase } from './database';

/** Tests make many concurrent calls from one address. */
export const WIDE_LIMITS = { CALLS_IN_FLIGHT: '10000', MAX_CONNECTIONS_PER_ADDRESS: '10000', TOKEN_REQUESTS_PER_MINUTE: '100000' };

export interface TestApp {
  app: NestExpressApplication;
  url: string;
  close(): Promise<void>;
}

/** The real service, on a free port and the database of the spec file. */
export async function startTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = readEnv({
    DATABASE_URL: fileDatabase().serviceUrl,
    REDIS_URL: process.env.REDIS_URL, // the suite passes with and without it
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_BASE_URL: url,
    LOG_LEVEL: 'silent',
    // Jobs do not run in this app, and no name is resolved.
    MONITORING: 'on',
    MONITORING_DNS_SERVERS: '127.0.0.1:1',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...WIDE_LIMITS,
    ...settings,
  });
  const app = await createApp(env);
  // Names resolve to a public address that is never called: tests query no name server.
  app.get(WebhookAddresses, { strict: false }).resolver = () => Promise.resolve([{ address: '1.1.1.1', family: 4 }]);
  await app.listen(port, '127.0.0.1');
  return { app, url, close: () => app.close() };
}
