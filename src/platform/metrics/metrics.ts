import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricsOfAll, offerMetrics } from './cluster-scrape';

type Values = Readonly<Record<string, number>>;

/** Metrics of the process. They are shared by all its applications, because prom-client never stops the timers and observers behind them. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** The Prometheus metrics: calls by operation and status, their durations, and the process itself. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly calls = new Counter({
    name: 'vendor_risk_calls_total',
    help: 'Calls by operation, surface and HTTP status.',
    labelNames: ['operation', 'surface', 'status'],
    registers: [this.registry],
  });
  readonly turnedAway = new Counter({
    name: 'vendor_risk_calls_turned_away_total',
    help: 'Calls refused because the service was overloaded.',
    registers: [this.registry],
  });
  readonly redisFailures = new Counter({
    name: 'vendor_risk_redis_failures_total',
    help: 'Lost connections and failed attempts to connect to Redis.',
    registers: [this.registry],
  });
  readonly jobs = new Counter({
    name: 'vendor_risk_jobs_total',
    help: 'Jobs by queue and outcome.',
    labelNames: ['queue', 'outcome'],
    registers: [this.registry],
  });
  readonly monitoringScans = new Counter({
    name: 'vendor_risk_monitoring_scans_total',
    help: 'Monitoring runs by outcome: seen, inconclusive (most checks got no answer) or failed.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly monitoringScanDuration = new Histogram({
    name: 'vendor_risk_monitoring_scan_duration_seconds',
    help: 'Duration of monitoring runs.',
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 60],
    registers: [this.registry],
  });
  readonly monitoringWait = new Histogram({
    name: 'vendor_risk_monitoring_wait_seconds',
    help: 'Time from queuing a monitoring run to its start.',
    buckets: [1, 10, 60, 300, 900, 3600, 14_400, 86_400],
    registers: [this.registry],
  });
  readonly monitoringRefusedHosts = new Counter({
    name: 'vendor_risk_monitoring_refused_hosts_total',
    help: 'Hosts not contacted because one of their addresses is not public or their owner opted out.',
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'vendor_risk_call_duration_seconds',
    help: 'Duration of calls, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  /** Cache: looking up a series by its labels costs more than counting. */
  private readonly series = new Map<string, { calls: Counter.Internal; durations: Histogram.Internal<'operation'> }>();

  constructor() {
    if (cluster.isWorker) offerMetrics([this.registry, ofProcess]);
  }

  /** A value that is read at each scrape, by a label. Those of several workers are added up, or the largest counts. */
  gauge(name: string, help: string, label: string, read: () => Values | Promise<Values>, aggregator: 'sum' | 'max' = 'sum'): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      aggregator,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [value, number] of Object.entries(await read())) this.labels(value).set(number);
      },
    });
  }

  /** All series in the text format of Prometheus; in a worker, the sum of all workers. */
  async text(): Promise<string> {
    if (cluster.isWorker) return metricsOfAll();
    return `${await this.registry.metrics()}\n${await ofProcess.metrics()}`;
  }

  observe(operation: string, surface: string, status: number, seconds: number): void {
    const name = `${operation} ${surface} ${status}`;
    let series = this.series.get(name);
    if (!series) {
      series = { calls: this.calls.labels(operation, surface, String(status)), durations: this.durations.labels(operation) };
      this.series.set(name, series);
    }
    series.calls.inc();
    series.durations.observe(seconds);
  }
}
