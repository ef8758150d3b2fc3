import { bytesOf, Crowd, type Call } from './connections';
import { percentile } from './percentile';
import { bySeveral } from './several';
import { inThread } from './thread';

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
  return {
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    failures,
    answered: latencies.length,
  };
}

const busy = inThread(__filename, keepBusy);

/** Keeps a number of connections busy for a given time. Each takes the next call of the list. */
export function hammer(url: string, token: string, calls: readonly Call[], connections: number, seconds: number): Promise<Throughput> {
  return busy({ url, token, calls, connections, seconds });
}
