import { Injectable } from '@nestjs/common';
import { bySystem } from '#platform/audit/audit-call';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { Logger } from '#platform/logging/logger';
import { ACTOR } from '#shared/observation.enums';
import { MONITORING_QUEUE } from './monitoring-queue';
import type { RunBy } from './record-runs';
import { Runs } from './runs';
import { HAS_WORK, PLAN } from './runs.sql';

const EVERY_MINUTE = '* * * * *';
/** A newly monitored vendor is scanned within a minute. */
const PLAN_SECONDS = 20;
const PLAN_LIMITS = { statementMs: 60_000, lockMs: 5_000 };
/** Number of organizations that a process works for at the same time. */
const ORGANIZATIONS_AT_ONCE = 2;

/**
 * Schedules scans of due vendors while MONITORING is on. One job finds due vendors; one job per organization does a handful of its runs and
 * sends itself again while more are waiting, so that organizations take turns.
 */
@Injectable()
export class Engine {
  private readonly runsAtOnce: number;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runs: Runs,
    private readonly env: Env,
    logger: Logger,
  ) {
    this.runsAtOnce = Math.max(1, Math.floor(env.MONITORING_CONCURRENCY / ORGANIZATIONS_AT_ONCE));
    if (!env.MONITORING) return;
    if (env.MONITORING_ALLOWED_NETWORKS.length > 0)
      logger.warn({ networks: env.MONITORING_ALLOWED_NETWORKS }, 'monitoring may contact these non-public networks');
    jobs.work(MONITORING_QUEUE, {
      concurrency: ORGANIZATIONS_AT_ONCE,
      handler: (key, signal) => (key === '' ? this.plan() : this.work(key, signal)),
    });
    jobs.schedule(MONITORING_QUEUE, EVERY_MINUTE);
  }

  /** Queues due runs and sends a job to each of their organizations. */
  async plan(): Promise<void> {
    await this.database.transaction(
      PLATFORM,
      async (tx) => {
        const due = await tx.query<{ organizationId: string }[]>(PLAN, [this.env.MONITORING_INTERVAL_HOURS * 3600]);
        await this.jobs.send(tx, MONITORING_QUEUE, { key: '', delaySeconds: PLAN_SECONDS });
        for (const { organizationId } of due) await this.jobs.send(tx, MONITORING_QUEUE, { key: organizationId });
      },
      PLAN_LIMITS,
    );
  }

  private async work(organizationId: string, signal: AbortSignal): Promise<void> {
    await this.runs.work(organizationId, this.runsAtOnce, systemRun(organizationId), signal);
    await this.database.transaction(organizationId, async (tx) => {
      const more = await tx.query<unknown[]>(HAS_WORK, [organizationId]);
      if (more.length > 0) await this.jobs.send(tx, MONITORING_QUEUE, { key: organizationId });
    });
  }
}

function systemRun(organizationId: string): RunBy {
  return { actor: { type: ACTOR.SYSTEM, name: 'Monitoring' }, call: bySystem('monitoring', organizationId) };
}
