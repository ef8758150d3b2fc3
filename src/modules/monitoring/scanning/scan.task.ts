import { Networks } from '#platform/domains/network';
import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import type { VendorFindings } from '#modules/avd/detection/detect';
import { judge } from '../judge';
import { liveDetections } from '../live-detections';
import type { ScanSummary } from '../scan';
import type { Judgement } from '../verdict';
import { optedOutIn } from './egress';
import { RemoteDoor, type FromDoor, type ToDoor } from './remote-door';
import { Scanner, type ScanOptions } from './scanner';
import type { ScanSettings } from './scan-settings';

/** A scan for a thread: plain data, without functions. */
export interface ScanOrder {
  apex: string;
  options: Omit<ScanOptions, 'isOptedOut' | 'signal'> & { optedOut: ReadonlySet<string> };
  settings: Omit<ScanSettings, 'allowedNetworks'> & { allowedNetworks: readonly string[] };
}

/** Names its check, whose functions stay in the thread. */
export type SentJudgement = Omit<Judgement, 'check'> & { checkId: string };

export interface SentScan {
  scan: ScanSummary;
  judgements: SentJudgement[];
  fourthParties: VendorFindings;
}

export const SCAN_TASK: ThreadTask<ScanOrder, SentScan, FromDoor, ToDoor> = { module: 'modules/monitoring/scanning/scan.task' };

/** Fetches and judges. Whatever reads bytes of foreign servers runs here, so none of it can hold up the service. */
export async function run({ apex, options, settings }: ScanOrder, channel: TaskChannel<FromDoor, ToDoor>): Promise<SentScan> {
  const networks = new Networks(settings.allowedNetworks);
  const { optedOut, ...rest } = options;
  const scanner = new Scanner({ ...settings, allowedNetworks: networks }, new RemoteDoor(channel));
  const scan = await scanner.scan(apex, { ...rest, isOptedOut: optedOutIn(optedOut) });
  const { at, dns, hosts, names, refused } = scan;
  return {
    scan: {
      apex,
      at,
      dns: { root: dns.root, zone: dns.zone },
      hosts: hosts.map(({ host, addresses }) => ({ host, addresses })),
      names,
      refused,
    },
    judgements: judge(scan).map(({ check, ...judgement }) => ({ ...judgement, checkId: check.id })),
    fourthParties: liveDetections(scan),
  };
}
