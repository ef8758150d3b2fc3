import type { BenchClient } from './client';
import type { Environment, Server } from './environment';

/** What every target is measured with. */
export interface BenchContext {
  environment: Environment;
  service: Server;
  client: BenchClient;
  /** Observations in the organization. */
  size: number;
  /** Observations of the largest organization that growth is measured on. */
  largest: number;
  quick: boolean;
}

export interface Outcome {
  /** Number of the target it answers. */
  target: number;
  what: string;
  measured: number;
  wanted: number;
  /** Whether more or less is better. */
  better: 'more' | 'less';
  unit: 'times' | 'share' | 'per second' | 'MB' | 'ms';
  detail?: string;
  /** Wanted of the whole data, where it comes to more than on the little of a quick run. */
  wholeData?: true;
  /** How it goes with the size of the data, for the plot. */
  series?: { name: string; sizes: number[]; medians: number[] };
}

/** Whether a verdict on it means something. */
export function isJudged({ wholeData }: Outcome, quick: boolean): boolean {
  return !(quick && wholeData);
}

export function met({ measured, wanted, better }: Outcome): boolean {
  return better === 'more' ? measured >= wanted : measured <= wanted;
}
