import { setTimeout as pause } from 'node:timers/promises';
import { inProcess } from '../support/own-process';
import { SERVICE_CASES } from './cases';
import type { Target } from './hostile-case';

interface Order {
  name: string;
  target: Target;
  /** In milliseconds since the epoch: one attempt after the other, then several at a time, then the end. */
  from: number;
  parallelFrom: number;
  until: number;
}

/** A real attacker has its own machine. Here it shares the machine of the service, so it must not take CPU from it. */
const NICE = 19;
const PARALLEL = 16;

/** The number of attempts by outcome. */
export type Outcomes = Record<string, number>;

/** Carries out a case at full force, first alone, then in parallel. */
export const repeatCase = inProcess(__filename, repeatAsOrdered, { nice: NICE });

async function repeatAsOrdered({ name, target, from, parallelFrom, until }: Order): Promise<Outcomes> {
  const found = SERVICE_CASES.find((each) => each.name === name);
  if (!found) throw new Error(`There is no case "${name}".`);
  const outcomes: Outcomes = {};
  const attemptUntil = async (end: number) => {
    do {
      const outcome = await found.attempt(target);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    } while (Date.now() < end);
  };
  await pause(Math.max(0, from - Date.now()));
  await attemptUntil(parallelFrom);
  await Promise.all(Array.from({ length: PARALLEL }, () => attemptUntil(until)));
  return outcomes;
}
