import type { BenchClient } from './client';
import type { Environment, Server } from './environment';

/** What every target needs to run. */
export interface BenchContext {
  environment: Environment;
  service: Server;
  client: BenchClient;
  /** Observations in the organization. */
  size: number;
  /** Size of the largest organization in the growth target, in observations. */
  largest: number;
  quick: boolean;
}

export interface Outcome {
  /** Number of the target. */
  target: number;
  what: string;
  measured: number;
  wanted: number;
  /** Whether more or less is better. */
  better: 'more' | 'less';
  unit: 'times' | 'share' | 'per second' | 'MB' | 'ms' | 'events' | 'kB' | 'a day';
  detail?: string;
  /** Judged on the full data set only: a quick run has too little data to show it. */
  wholeData?: true;
  /** Medians by data size, for the plot. */
  series?: { name: string; sizes: number[]; medians: number[] };
}

/** Whether the run had enough data for a verdict. */
export function isJudged({ wholeData }: Outcome, quick: boolean): boolean {
  return !(quick && wholeData);
}

export function met({ measured, wanted, better }: Outcome): boolean {
  return better === 'more' ? measured >= wanted : measured <= wanted;
}
