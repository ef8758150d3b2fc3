import { Redis } from 'ioredis';

/** A connection that never delays a call: while Redis is unavailable, commands fail at once, and it reconnects by itself. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000, // longer than a busy process takes to read an answer that has already arrived
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  redis.on('error', () => undefined); // each command receives its own error
  return redis;
}

export async function disconnectRedis(redis: Redis | undefined): Promise<void> {
  await redis?.quit().catch(() => {
    redis.disconnect();
  });
}
