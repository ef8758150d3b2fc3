import { DAY_MS, HOUR_MS } from '#platform/time/durations';
import { checkById } from './judge';
import type { NameScan, ScanSummary } from './scan';
import type { CheckedAsset, Judgement } from './verdict';

/** Consecutive scans that must pass before a finding is resolved. */
export const PASSES_TO_RESOLVE = 2;
/** Reachability faults are often short: they count only if they persist this long. */
export const CONFIRMATION_MS = HOUR_MS;
/** A finding that no scan could confirm for this long is resolved. */
export const MAX_UNCONFIRMED_MS = 45 * DAY_MS;

/** A known fault of a vendor. */
export interface Fault {
  host: string;
  checkId: string;
  asset: CheckedAsset;
  /** Consecutive scans that have passed since. */
  passes: number;
  /** First sighting. */
  since: Date;
  /** Whether it has a finding; false while it waits for a second sighting. */
  isConfirmed: boolean;
  /** The last scan that could determine whether it still exists. */
  judgedAt: Date;
}

/** What a scan changes. */
export interface FaultChanges {
  /** Fails that open or confirm findings. */
  failing: Fail[];
  /** Passed often enough: their findings are resolved. */
  fixed: Fault[];
  /** Not confirmed for too long: their findings are resolved. */
  expired: Fault[];
  /** Known faults after this scan, without the fixed and expired ones. */
  known: Fault[];
}

type Fail = Extract<Judgement, { verdict: 'fail' }>;

/**
 * Compares a scan with the faults known before it. A fail adds or renews a fault. A pass counts towards its end, and so does a missing
 * verdict: a check that no longer applies to a fully scanned host, or a host without an address. Unknown changes nothing, until it has
 * lasted too long.
 */
export function compareFaults(
  before: readonly Fault[],
  judgements: readonly Judgement[],
  scan: Omit<ScanSummary, 'refused'>,
): FaultChanges {
  const at = new Date(scan.at);
  const verdicts = new Map(judgements.map((judgement) => [keyOf(judgement.check.id, judgement.host), judgement]));
  const seenWhole = hostsSeenWhole(scan, judgements);
  const gone = new Set(scan.names.filter(hasNoAddress).map(({ host }) => host));
  const changes: FaultChanges = { failing: [], fixed: [], expired: [], known: [] };

  const previous = new Map(before.map((fault) => [keyOf(fault.checkId, fault.host), fault]));
  for (const judgement of judgements) {
    if (judgement.verdict !== 'fail') continue;
    const fault = faultOf(judgement, previous.get(keyOf(judgement.check.id, judgement.host)), at);
    changes.known.push(fault);
    if (fault.isConfirmed) changes.failing.push(judgement);
  }
  for (const fault of before) {
    const verdict = verdicts.get(keyOf(fault.checkId, fault.host))?.verdict;
    if (verdict === 'fail') continue;
    const isSilenceAPass = gone.has(fault.host) || (seenWhole.has(fault.host) && isSilenceTelling(fault.checkId));
    const isOver = verdict === 'pass' || (verdict === undefined && isSilenceAPass);
    if (isOver) settle(changes, { ...fault, passes: fault.passes + 1, judgedAt: at });
    else if (at.getTime() - fault.judgedAt.getTime() < MAX_UNCONFIRMED_MS) changes.known.push(fault);
    else if (fault.isConfirmed) changes.expired.push(fault);
  }
  return changes;
}

function faultOf({ check, host, asset }: Fail, before: Fault | undefined, at: Date): Fault {
  const since = before?.since ?? at;
  const isConfirmed = !check.isReachability || before?.isConfirmed === true || at.getTime() - since.getTime() >= CONFIRMATION_MS;
  return { host, checkId: check.id, asset, passes: 0, since, isConfirmed, judgedAt: at };
}

/** A fault that has passed once more. One without a finding is dropped at once. */
function settle({ known, fixed }: FaultChanges, fault: Fault): void {
  if (!fault.isConfirmed) return;
  (fault.passes >= PASSES_TO_RESOLVE ? fixed : known).push(fault);
}

function hasNoAddress({ addresses }: NameScan): boolean {
  return 'seen' in addresses && addresses.seen.records.length === 0;
}

/** Hosts that were scanned with nothing unknown. For a host that was only resolved, a missing verdict means nothing. */
function hostsSeenWhole({ apex, dns, hosts }: Parameters<typeof compareFaults>[2], judgements: readonly Judgement[]): Set<string> {
  const seen = new Set([apex, ...hosts.map(({ host }) => host), ...('seen' in dns.zone ? [dns.zone.seen] : [])]);
  for (const { verdict, host } of judgements) if (verdict === 'unknown') seen.delete(host);
  return seen;
}

function isSilenceTelling(checkId: string): boolean {
  const check = checkById(checkId);
  return check !== undefined && !check.isWeekly;
}

function keyOf(checkId: string, host: string): string {
  return `${checkId} ${host}`;
}
