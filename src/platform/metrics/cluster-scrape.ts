import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { Unavailable } from '#platform/errors/api-error';

/** A worker asks for the metrics of all workers, and the primary process answers. */
interface Scrape {
  scrape: number;
  text?: string;
}

/** Longer than prom-client waits for a worker. */
const TIMEOUT_MS = 6000;
const waiting = new Map<number, (text: string | undefined) => void>();
let last = 0;

/** In the primary process. prom-client collects the metrics of the workers and adds them up. */
export function answerScrapes(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: Partial<Scrape>) => {
    const { scrape } = message;
    if (scrape === undefined) return;
    const answer = (text?: string) => worker.isConnected() && worker.send({ scrape, text });
    registry.clusterMetrics().then(answer, () => answer());
  });
}

/** In a worker: offers its own metrics to the primary process. */
export function offerMetrics(registries: Registry[]): void {
  AggregatorRegistry.setRegistries(registries);
  new AggregatorRegistry();
  process.on('message', (message: Partial<Scrape>) => {
    if (message.scrape !== undefined) waiting.get(message.scrape)?.(message.text);
  });
}

/** In a worker: the metrics of all workers. Without those of one, counters would seem to fall, so there are none at all. */
export async function metricsOfAll(): Promise<string> {
  const scrape = ++last;
  let timer: NodeJS.Timeout | undefined;
  const text = await new Promise<string | undefined>((answered) => {
    waiting.set(scrape, answered);
    timer = setTimeout(() => answered(undefined), TIMEOUT_MS);
    process.send?.({ scrape });
  });
  clearTimeout(timer);
  waiting.delete(scrape);
  if (text === undefined) throw new Unavailable('A worker did not report its metrics in time.', 'SERVICE_OVERLOADED', 1);
  return text;
}
