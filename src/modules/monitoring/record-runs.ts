import { FROM_SCANS, recordDetections } from '#modules/avd/dns-import';
import type { VendorFindings } from '#modules/avd/detection/detect';
import type { ImportActor } from '#modules/ingestion/import-run';
import type { ObservationDraft } from '#modules/ingestion/observation-draft';
import { recordFindings } from '#modules/ingestion/record-findings';
import type { AuditCall } from '#platform/audit/audit-call';
import type { BulkConnection } from '#platform/database/database';
import { recordEvent } from '#platform/events/record-event';
import { sawNothing } from './breaker';
import { compareFaults, type Fault } from './faults';
import { findingDraft, goneDraft, FIXED, NOT_CONFIRMED } from './finding-draft';
import type { MonitoringRun } from './monitoring-run.dto';
import { MONITORING_RUN_STATUS, RUN } from './monitoring.enums';
import { COUNT_CHANGES, FAULTS, FINISH, FORGET_FAULTS, KEEP_FAULTS, STILL_HELD } from './runs.sql';
import type { ScanSummary } from './scan';
import type { Judgement } from './verdict';

export const MAX_PROBLEMS = 20;
const NETWORK_FAULT =
  "A third of the recent scans were inconclusive, so the scanner's own network is assumed to be at fault: no finding was opened or closed.";

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

/** A run with the results of its scan. */
export interface RunResult {
  run: TakenRun;
  scanned?: { scan: ScanSummary; fourthParties: VendorFindings };
  judgements: Judgement[];
  problems: string[];
}

/** A finished run, as its event and its command show it. */
export type FinishedRun = Omit<MonitoringRun, 'startedAt' | 'finishedAt'>;

/** Runs whose scans are over. */
interface ScannedRuns {
  organizationId: string;
  holder: string;
  results: readonly RunResult[];
  by: RunBy;
  /** Whether so many scans were inconclusive that no finding may be opened or closed. */
  isOurNetwork: boolean;
}

/** Records findings, faults and fourth parties of the runs that this process still holds, and finishes these runs. */
export async function recordRuns(
  tx: BulkConnection,
  { organizationId, holder, results, by, isOurNetwork }: ScannedRuns,
): Promise<FinishedRun[]> {
  const ids = results.map(({ run }) => run.id);
  const held = new Set((await tx.query<{ id: string }>(STILL_HELD, [organizationId, holder, ids])).map(({ id }) => id));
  const ours = results.filter(({ run }) => held.has(run.id));
  const trusted = isOurNetwork ? [] : ours.filter(isTrusted);
  const now = new Date();
  const counts = await recordResults(tx, organizationId, trusted, by, now);
  const finished = ours.map((result) => finishedRun(result, counts, isOurNetwork));
  await tx.query(FINISH, [organizationId, now.toISOString(), JSON.stringify(finished.map(stored))]);
  if (finished.length > 0) await recordEvent(tx, organizationId, 'monitoring.completed', finished);
  return finished;
}

type Scanned = RunResult & Required<Pick<RunResult, 'scanned'>>;

/** A scan with a working resolver. */
function isTrusted(result: RunResult): result is Scanned {
  return result.scanned !== undefined && 'seen' in result.scanned.scan.dns.root;
}

interface Changes {
  created: number;
  resolved: number;
  failing: number;
}

async function recordResults(
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
  for (const {
    run,
    scanned: { scan },
    judgements,
  } of results) {
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
  await recordDetections(tx, organizationId, detectionsOf(results), FROM_SCANS);
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
  return new Map(results.map(({ run, scanned }) => [run.vendorDomain, scanned.fourthParties]));
}

function finishedRun(
  { run: { id, vendorId, vendorDomain }, scanned, judgements, problems }: RunResult,
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
    hosts: scanned?.scan.hosts.filter(({ addresses }) => 'seen' in addresses && addresses.seen.records.length > 0).length ?? 0,
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
