import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BenchReceiver {
  url: string;
  /** Resolves once this many calls have arrived. The rate is measured from the first call to the last. */
  count(calls: number, timeoutMs: number): Promise<{ perSecond: number }>;
  close(): Promise<void>;
}

/** A webhook receiver that accepts everything and stores nothing. */
export async function startReceiver(): Promise<BenchReceiver> {
  let arrived = 0;
  let first = 0;
  let onCall: () => void = () => undefined;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (arrived === 0) first = performance.now();
      arrived += 1;
      response.writeHead(204).end();
      onCall();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    count: (calls, timeoutMs) =>
      new Promise((done, failed) => {
        const timer = setTimeout(() => failed(new Error(`${arrived} of ${calls} calls arrived.`)), timeoutMs);
        onCall = () => {
          if (arrived < calls) return;
          clearTimeout(timer);
          done({ perSecond: ((arrived - 1) * 1000) / (performance.now() - first) });
        };
      }),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
