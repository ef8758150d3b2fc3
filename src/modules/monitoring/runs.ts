import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { Metrics } from '#platform/metrics/metrics';
import { Breaker, gotFewVerdicts } from './breaker';
import { WEEKLY_CHECKS } from './judge';
import { OptOuts } from './opt-outs';
import { MAX_PROBLEMS, recordRuns, type FinishedRun, type RunBy, type RunResult, type TakenRun } from './record-runs';
import { CANCEL, GIVE_BACK, HOSTS, TAKE, THOROUGH } from './runs.sql';
import { ScanThreads } from './scan-threads';
import { optedOutIn } from './scanning/egress';
import { MAX_HOSTS, MAX_NAMES } from './scanning/scanner';
import type { Judgement } from './verdict';
import { isWeeklyTurn } from './weekly-turn';

const LIMITS = { statementMs: 120_000, lockMs: 60_000 };
const RESOLVER_FAULT = "The scanner's DNS resolver does not answer for the root zone: no finding was opened or closed.";

/** A run with the input of its scan. */
interface PlannedRun {
  run: TakenRun;
  hosts: string[];
  isThorough: boolean;
}

/** Takes runs, scans, and has the results recorded. */
@Injectable()
export class Runs {
  private readonly breaker = new Breaker();

  constructor(
    private readonly database: Database,
    private readonly scanner: ScanThreads,
    private readonly optOuts: OptOuts,
    private readonly metrics: Metrics,
    private readonly env: Env,
  ) {}

  /** Does up to `limit` runs of an organization: concurrent scans, one transaction for all results. */
  async work(organizationId: string, limit: number, by: RunBy, signal?: AbortSignal): Promise<FinishedRun[]> {
    const holder = randomUUID();
    const [runs] = await this.database.transaction(organizationId, async (tx) => {
      await tx.query(CANCEL, [organizationId]);
      return tx.query<[TakenRun[], number]>(TAKE, [organizationId, holder, limit]);
    });
    if (runs.length === 0) return [];
    for (const { waitedSeconds } of runs) this.metrics.monitoringWait.observe(waitedSeconds);
    try {
      const optedOut = await this.optOuts.load();
      const planned = await this.plan(organizationId, runs);
      const results = await Promise.all(planned.map((plan) => this.scan(plan, optedOut, signal)));
      signal?.throwIfAborted();
      return await this.record(organizationId, holder, results, by);
    } catch (error) {
      await this.database.transaction(organizationId, (tx) => tx.query(GIVE_BACK, [organizationId, holder]));
      throw error;
    }
  }

  /** One statement for all vendors, because it shares connections with customer calls. */
  private async plan(organizationId: string, runs: readonly TakenRun[]): Promise<PlannedRun[]> {
    const domains = runs.map(({ vendorDomain }) => vendorDomain);
    const ids = runs.map(({ vendorId }) => vendorId);
    const named = await this.database.read<{ vendorDomain: string; host: string }>(organizationId, HOSTS, [
      organizationId,
      domains,
      MAX_HOSTS + MAX_NAMES,
    ]);
    const due = await this.database.read<{ vendorId: string }>(organizationId, THOROUGH, [organizationId, ids, WEEKLY_CHECKS]);
    const thorough = new Set(due.map(({ vendorId }) => vendorId));
    return runs.map((run) => ({
      run,
      hosts: named.filter(({ vendorDomain }) => vendorDomain === run.vendorDomain).map(({ host }) => host),
      isThorough: thorough.has(run.vendorId) || isWeeklyTurn(run.vendorDomain, new Date(), this.env.MONITORING_INTERVAL_HOURS),
    }));
  }

  private async scan(
    { run, hosts, isThorough }: PlannedRun,
    optedOut: ReadonlySet<string>,
    signal: AbortSignal | undefined,
  ): Promise<RunResult> {
    const apex = run.vendorDomain;
    if (optedOutIn(optedOut)(apex)) return { run, judgements: [], problems: [`${apex} is on the opt-out list.`] };
    const began = performance.now();
    try {
      const { scan, judgements, fourthParties } = await this.scanner.scan(apex, { hosts, isThorough, optedOut }, signal);
      this.metrics.monitoringRefusedHosts.inc(scan.refused.length);
      // Hosts that were only resolved say little about our network: a scan is measured by the hosts it contacts.
      const names = new Set(scan.names.map(({ host }) => host));
      const isInconclusive = gotFewVerdicts(judgements.filter(({ host }) => !names.has(host)));
      this.breaker.note(isInconclusive);
      this.metrics.monitoringScans.inc({ outcome: isInconclusive ? 'inconclusive' : 'seen' });
      const problems = 'unknown' in scan.dns.root ? [RESOLVER_FAULT, ...problemsIn(judgements)] : problemsIn(judgements);
      return { run, scanned: { scan, fourthParties }, judgements, problems };
    } catch (error) {
      // Says nothing about our network: what cannot be fetched is unknown. The thread was lost, by a server or by a defect.
      this.metrics.monitoringScans.inc({ outcome: 'failed' });
      return { run, judgements: [], problems: [`The scan failed: ${error instanceof Error ? error.message : String(error)}`] };
    } finally {
      this.metrics.monitoringScanDuration.observe((performance.now() - began) / 1000);
    }
  }

  private record(organizationId: string, holder: string, results: readonly RunResult[], by: RunBy): Promise<FinishedRun[]> {
    const isOurNetwork = this.breaker.isOpen();
    return this.database.bulk(organizationId, LIMITS, async (tx) => ({
      result: await recordRuns(tx, { organizationId, holder, results, by, isOurNetwork }),
      keep: true,
    }));
  }
}

/** Why checks have no verdict: each reason once, with its hosts. */
function problemsIn(judgements: readonly Judgement[]): string[] {
  const reasons = new Map<string, Set<string>>();
  for (const judgement of judgements) {
    if (judgement.verdict !== 'unknown') continue;
    const hosts = reasons.get(judgement.reason) ?? new Set();
    reasons.set(judgement.reason, hosts.add(judgement.host));
  }
  return [...reasons].slice(0, MAX_PROBLEMS).map(([reason, hosts]) => `${[...hosts].join(', ')}: ${reason}`.slice(0, 500));
}
