import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { bytesOf, Crowd, type Call } from './connections';
import { bySeveral } from './several';

interface Work {
  url: string;
  token: string;
  calls: readonly Call[];
  connections: number;
  seconds: number;
}

export interface Throughput {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
  answered: number;
}

/**
 * Keeps a number of connections busy for a time, each with the next call of the list. From a thread with a heap of its own:
 * this process has seeded millions of rows, and its garbage collector would take its time from what is measured.
 */
export function hammer(url: string, token: string, calls: readonly Call[], connections: number, seconds: number): Promise<Throughput> {
  return new Promise((done, failed) => {
    const worker = new Worker(__filename, { workerData: { url, token, calls, connections, seconds } satisfies Work });
    worker.once('message', done);
    worker.once('error', failed);
  });
}

async function keepBusy({ url, token, calls, connections, seconds }: Work): Promise<Throughput> {
  const crowd = await Crowd.of(connections, url);
  const prepared = calls.map((call) => bytesOf(url, token, call));
  const latencies: number[] = [];
  let failures = 0;
  let next = 0;
  const elapsed = await bySeveral(connections, seconds, async () => {
    const reply = await crowd.request(prepared[next++ % prepared.length] as string);
    if (reply?.status === 200) latencies.push(reply.ms);
    else failures += 1;
    if (!reply) await crowd.open();
  });
  crowd.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99), failures, answered: latencies.length };
}

if (!isMainThread) void keepBusy(workerData as Work).then((throughput) => parentPort?.postMessage(throughput));
