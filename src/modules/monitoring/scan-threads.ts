import { Injectable } from '@nestjs/common';
import type { VendorFindings } from '#modules/avd/detection/detect';
import { ThreadPool } from '#platform/threads/thread-pool';
import { checkById } from './judge';
import type { ScanSummary } from './scan';
import { Dialer } from './scanning/dialer';
import { Door } from './scanning/door';
import { DoorKeeper } from './scanning/remote-door';
import { SCAN_TASK, type ScanOrder, type SentJudgement } from './scanning/scan.task';
import { ScanSettings } from './scanning/scan-settings';
import type { Check, Judgement } from './verdict';

/** Time for judging after the scan's own limit. */
const JUDGING_MS = 10_000;

/** A domain's verdicts and suppliers. */
export interface ScannedDomain {
  scan: ScanSummary;
  judgements: Judgement[];
  fourthParties: VendorFindings;
}

/** Scans domains, each in a thread of its own. A thread that does not end in time is ended, and the scan has failed. */
@Injectable()
export class ScanThreads {
  private readonly door: Door;

  constructor(
    private readonly settings: ScanSettings,
    dialer: Dialer,
    private readonly threads: ThreadPool,
  ) {
    this.door = new Door(settings, dialer);
  }

  async scan(apex: string, options: ScanOrder['options'], signal?: AbortSignal): Promise<ScannedDomain> {
    const ended = new AbortController();
    const { allowedNetworks, ...settings } = this.settings;
    const order = { apex, options, settings: { ...settings, allowedNetworks: allowedNetworks.networks } };
    const limits = { ms: this.settings.scanMs + JUDGING_MS, ...(signal && { signal }) };
    const task = this.threads.startAlone(SCAN_TASK, order, (message) => keeper.receive(message), limits);
    const keeper = new DoorKeeper(this.door, (answer) => task.send(answer), ended.signal);
    try {
      const { scan, judgements, fourthParties } = await task.output;
      return { scan, judgements: judgements.map(withCheck), fourthParties };
    } finally {
      ended.abort();
    }
  }
}

function withCheck({ checkId, ...judgement }: SentJudgement): Judgement {
  return { ...judgement, check: checkById(checkId) as Check } as Judgement;
}
