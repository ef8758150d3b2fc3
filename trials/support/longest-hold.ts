import type { Server } from '../../bench/environment';

/** The longest hold of the event loop since the last call, in milliseconds. */
export async function longestHold(service: Server): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(metrics)?.[1] ?? Number.NaN) * 1000;
}
