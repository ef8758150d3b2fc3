import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FROM_LOOKS, recordDetections } from '#modules/avd/dns-import';
import type { VendorFindings } from '#modules/avd/detection/detect';
import type { ImportActor } from '#modules/ingestion/import-run';
import type { ObservationDraft } from '#modules/ingestion/observation-draft';
import { recordFindings } from '#modules/ingestion/record-findings';
import type { AuditCall } from '#platform/audit/audit-call';
import { Env } from '#platform/config/env';
import { Database, type BulkConnection } from '#platform/database/database';
import { recordEvent } from '#platform/events/record-event';
import { Metrics } from '#platform/metrics/metrics';
import { Breaker, gotFewVerdicts, sawNothing } from './breaker';
import { compareFaults, type Fault } from './faults';
import { findingDraft, goneDraft, FIXED, NOT_CONFIRMED } from './finding-draft';
import { judge, WEEKLY_CHECKS } from './judge';
import { liveDetections } from './live-detections';
import type { Scan } from './scan';
import { Scanner, MAX_HOSTS, MAX_NAMES } from './scanning/scanner';
import { MONITORING_RUN_STATUS, RUN, type MonitoringRunStatus } from './monitoring.enums';
import { OptOuts } from './opt-outs';
import {
  CANCEL,
  COUNT_CHANGES,
  FAULTS,
  FINISH,
  FORGET_FAULTS,
  GIVE_BACK,
  HOSTS,
  KEEP_FAULTS,
  STILL_HELD,
  TAKE,
  THOROUGH,
} from './runs.sql';
import type { Judgement } from './verdict';
import { isWeeklyTurn } from './weekly-turn';

const LIMITS = { statementMs: 120_000, lockMs: 60_000 };
const MAX_PROBLEMS = 20;
const NETWORK_FAULT = 'A third of the recent scans saw too little, so our own network is at fault: nothing was opened or closed.';
const RESOLVER_FAULT = 'Our resolver does not answer for the root zone: nothing was opened or closed.';

/** A run that this process has taken. */
export interface TakenRun {
  id: string;
  vendorId: string;
  vendorDomain: string;
  waitedSeconds: number;
}

/** The actor in whose name runs are recorded. */
export interface RunBy {
  actor: ImportActor;
  call: AuditCall;
}

/** A finished run, as its event and its command show it. */
export interface FinishedRun {
  id: string;
  vendorId: string;
  vendorDomain: string;
  status: MonitoringRunStatus;
  hosts: number;
  checks: number;
  created: number;
  resolved: number;
  reobserved: number;
  problems: string[];
}

/** A run with the input of its scan. */
interface PlannedRun {
  run: TakenRun;
  hosts: string[];
  isThorough: boolean;
}

interface Result {
  run: TakenRun;
  scan?: Scan;
  judgements: Judgement[];
  problems: string[];
}

/** Takes runs, scans, and records the results. */
@Injectable()
export class Runs {
  private readonly breaker = new Breaker();

  constructor(
    private readonly database: Database,
    private readonly scanner: Scanner,
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
      const isOptedOut = await this.optOuts.load();
      const planned = await this.plan(organizationId, runs);
      const results = await Promise.all(planned.map((plan) => this.scan(plan, isOptedOut, signal)));
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
    isOptedOut: (host: string) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const apex = run.vendorDomain;
    if (isOptedOut(apex)) return { run, judgements: [], problems: [`${apex} is on the opt-out list.`] };
    const began = performance.now();
    try {
      const scan = await this.scanner.scan(apex, {
        hosts,
        isThorough,
        isOptedOut,
        ...(signal && { signal }),
      });
      this.metrics.monitoringRefusedHosts.inc(scan.refused.length);
      const judgements = judge(scan);
      // Hosts that were only resolved say little about our network: a scan is measured by the hosts it contacts.
      const names = new Set(scan.names.map(({ host }) => host));
      const isInconclusive = gotFewVerdicts(judgements.filter(({ host }) => !names.has(host)));
      this.breaker.note(isInconclusive);
      this.metrics.monitoringScans.inc({ outcome: isInconclusive ? 'inconclusive' : 'seen' });
      const problems = 'unknown' in scan.dns.root ? [RESOLVER_FAULT, ...problemsIn(judgements)] : problemsIn(judgements);
      return { run, scan, judgements, problems };
    } catch (error) {
      this.breaker.note(true);
      this.metrics.monitoringScans.inc({ outcome: 'failed' });
      return { run, judgements: [], problems: [`The scan failed: ${error instanceof Error ? error.message : String(error)}`] };
    } finally {
      this.metrics.monitoringScanDuration.observe((performance.now() - began) / 1000);
    }
  }

  private record(organizationId: string, holder: string, results: readonly Result[], by: RunBy): Promise<FinishedRun[]> {
    const isOurNetwork = this.breaker.isOpen();
    return this.database.bulk(organizationId, LIMITS, async (tx) => {
      const ids = results.map(({ run }) => run.id);
      const held = new Set((await tx.query<{ id: string }>(STILL_HELD, [organizationId, holder, ids])).map(({ id }) => id));
      const ours = results.filter(({ run }) => held.has(run.id));
      const trusted = isOurNetwork ? [] : ours.filter(isTrusted);
      const now = new Date();
      const counts = await write(tx, organizationId, trusted, by, now);
      const finished = ours.map((result) => finishedRun(result, counts, isOurNetwork));
      await tx.query(FINISH, [organizationId, now.toISOString(), JSON.stringify(finished.map(stored))]);
      if (finished.length > 0) await recordEvent(tx, organizationId, 'monitoring.completed', finished);
      return { result: finished, keep: true };
    });
  }
}

type Scanned = Result & { scan: Scan };

/** A scan with a working resolver. */
function isTrusted(result: Result): result is Scanned {
  return result.scan !== undefined && 'seen' in result.scan.dns.root;
}

interface Changes {
  created: number;
  resolved: number;
  failing: number;
}

async function write(
  tx: BulkConnection,
  organizationId: string,
  results: readonly Scanned[],
  { actor, call }: RunBy,
  now: Date,
): Promise<Map<string, Changes>> {
  const counts = new Map<string, Changes>();
  if (results.length === 0) return counts;
  const vendorIds = results.map(({ run }) => run.vendorId);
  const before = (await tx.query<Fault & { vendorId: string }>(FAULTS, [organizationId, vendorIds])).map(withDates);
  const drafts: ObservationDraft[] = [];
  const known: object[] = [];
  for (const { run, scan, judgements } of results) {
    const faults = before.filter(({ vendorId }) => vendorId === run.vendorId);
    const changes = compareFaults(faults, judgements, scan);
    drafts.push(
      ...changes.failing.map((judgement) => findingDraft(run.vendorDomain, scan.at, judgement)),
      ...changes.fixed.flatMap((fault) => goneDraft(run.vendorDomain, scan.at, fault, FIXED)),
      ...changes.expired.flatMap((fault) => goneDraft(run.vendorDomain, scan.at, fault, NOT_CONFIRMED)),
    );
    known.push(...changes.known.map((fault) => faultRow(run.vendorId, fault)));
    counts.set(run.id, { created: 0, resolved: 0, failing: changes.failing.length });
  }
  const domains = results.map(({ run }) => run.vendorDomain);
  const examined = results.filter(({ judgements }) => !sawNothing(judgements)).map(({ run }) => run.vendorDomain);
  await recordFindings(tx, drafts, examined, { organizationId, vrm: true, format: 'monitoring', actor, call, now });
  await tx.query(FORGET_FAULTS, [organizationId, vendorIds, JSON.stringify(known)]);
  await tx.query(KEEP_FAULTS, [organizationId, JSON.stringify(known)]);
  await recordDetections(tx, organizationId, detectionsOf(results), FROM_LOOKS);
  const changed = await tx.query<{ vendorDomain: string; created: number; resolved: number }>(COUNT_CHANGES, [
    organizationId,
    now.toISOString(),
    domains,
  ]);
  for (const { run } of results) {
    const own = changed.find(({ vendorDomain }) => vendorDomain === run.vendorDomain);
    const count = counts.get(run.id);
    if (own && count) Object.assign(count, { created: own.created, resolved: own.resolved });
  }
  return counts;
}

function withDates<T extends Fault>(fault: T): T {
  return { ...fault, since: new Date(fault.since), judgedAt: new Date(fault.judgedAt) };
}

function faultRow(vendorId: string, { host, checkId, asset, passes, since, isConfirmed, judgedAt }: Fault): object {
  return { vendor_id: vendorId, host, check_id: checkId, asset, passes, since, is_confirmed: isConfirmed, judged_at: judgedAt };
}

function detectionsOf(results: readonly Scanned[]): Map<string, VendorFindings> {
  return new Map(results.map(({ run, scan }) => [run.vendorDomain, liveDetections(scan)]));
}

function finishedRun(
  { run: { id, vendorId, vendorDomain }, scan, judgements, problems }: Result,
  counts: ReadonlyMap<string, Changes>,
  isOurNetwork: boolean,
): FinishedRun {
  const { created = 0, resolved = 0, failing = 0 } = counts.get(id) ?? {};
  const wasSeen = counts.has(id) && !sawNothing(judgements);
  const status = wasSeen ? (problems.length > 0 ? RUN.PARTIAL : RUN.SUCCEEDED) : RUN.FAILED;
  return {
    id,
    vendorId,
    vendorDomain,
    status: MONITORING_RUN_STATUS.toMember(status),
    hosts: scan?.hosts.filter(({ addresses }) => 'seen' in addresses && addresses.seen.records.length > 0).length ?? 0,
    checks: judgements.length,
    created,
    resolved,
    reobserved: failing - created,
    problems: isOurNetwork ? [NETWORK_FAULT, ...problems].slice(0, MAX_PROBLEMS) : problems,
  };
}

function stored(run: FinishedRun): object {
  return { ...run, status: MONITORING_RUN_STATUS.toNumber(run.status) };
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
