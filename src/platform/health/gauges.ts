import { Injectable } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import { heldBodyBytes } from '#platform/http/json-body';
import { Metrics } from '#platform/metrics/metrics';
import { ThreadPool } from '#platform/threads/thread-pool';

const DUE = `SELECT name AS queue, count(*)::int AS jobs, extract(epoch FROM now() - min(start_after))::float8 AS seconds
  FROM pgboss.job WHERE state < 'active' AND start_after <= now() GROUP BY name`;

interface Due {
  queue: string;
  jobs: number;
  seconds: number;
}

/** What is true at the moment of a scrape. */
@Injectable()
export class Gauges {
  private asking: Promise<Due[]> | undefined;

  constructor(
    metrics: Metrics,
    private readonly database: Database,
    threads: ThreadPool,
  ) {
    metrics.gauge('vendor_risk_database_connections', 'Connections of the pool by state; waiting are calls without one.', 'state', () =>
      database.connections(),
    );
    const due = async (value: (due: Due) => number) => Object.fromEntries((await this.due()).map((each) => [each.queue, value(each)]));
    // Every worker sees the same queue and the same replicas.
    metrics.gauge('vendor_risk_jobs_due', 'Jobs that could run now, by queue.', 'queue', () => due(({ jobs }) => jobs), 'max');
    metrics.gauge(
      'vendor_risk_job_age_seconds',
      'How long the oldest due job waits, by queue.',
      'queue',
      () => due((each) => each.seconds),
      'max',
    );
    metrics.gauge('vendor_risk_replica_lag_seconds', 'Age of what a replica has replayed.', 'replica', () => database.replicaLags(), 'max');
    metrics.gauge('vendor_risk_body_bytes', 'Memory of the large bodies in progress.', 'kind', () => ({ request: heldBodyBytes() }));
    metrics.gauge('vendor_risk_threads', 'Threads and the tasks in them.', 'kind', () => threads.count());
  }

  /** Scrapes and gauges at the same time share one query. Without the database there is no value. */
  private due(): Promise<Due[]> {
    this.asking ??= this.database.reserved
      .read<Due>(PLATFORM, DUE)
      .catch(() => [])
      .finally(() => {
        this.asking = undefined;
      });
    return this.asking;
  }
}
