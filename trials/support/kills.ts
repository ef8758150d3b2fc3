import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../src/admin/seed/demo/random';
import { cpuMs } from '../../bench/cpu-time';
import { median } from '../../bench/percentile';
import { round } from './report';
import { MAX_RECOVERY_MS, type Stage } from './stage';

/** No kill is started after this time, however slow the machine is. */
const MAX_ROUND_MS = 600_000;

export async function killDatabase(stage: Stage, times: number, random: Random): Promise<void> {
  const writers = stage.writers();
  writers.begin();
  let [refusals, alive] = [0, 0];
  const recoveries = await repeat(times, random, async () => {
    stage.postmaster.kill();
    if ((await stage.read()) === 503) refusals += 1;
    if (await stage.isLive()) alive += 1;
    await stage.postmaster.start();
    return stage.recovered(writers);
  });
  await writers.end();
  const kills = recoveries.length;
  stage.report.say('PostgreSQL killed', `${kills} of ${times} times`, kills === times);
  stage.report.say('  while it is down', `503 ${refusals} times, liveness ok ${alive} times`, refusals === kills && alive === kills);
  reportTimes(stage, 'recovery after PostgreSQL is up', recoveries);
  stage.reportAnswers(writers, ['200', '503', '504', '409']);
  await stage.reportLosses(writers);
}

export async function killService(stage: Stage, times: number, random: Random): Promise<void> {
  const writers = stage.writers();
  writers.begin();
  const processorMs: number[] = [];
  const starts = await repeat(times, random, async () => {
    const started = performance.now();
    await stage.service.killAndRestart();
    await stage.recovered(writers);
    processorMs.push(cpuMs(stage.service.server.pid));
    return performance.now() - started;
  });
  await writers.end();
  stage.report.say('service killed', `${starts.length} of ${times} times`, starts.length === times);
  reportTimes(stage, 'recovery after the kill', starts);
  stage.report.say('  CPU time of a start', `median ${round(median(processorMs))} ms`);
  stage.reportAnswers(writers, ['200', '503', 'no response', '409']);
  await stage.reportLosses(writers);
}

/** Repeats at random moments drawn from the seed. Stops early when time is up. */
async function repeat(times: number, random: Random, once: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  const started = performance.now();
  while (results.length < times && performance.now() - started < MAX_ROUND_MS) {
    await pause(50 + random.below(650));
    results.push(await once());
  }
  return results;
}

function reportTimes(stage: Stage, what: string, times: readonly number[]): void {
  const slowest = Math.max(...times);
  stage.report.say(
    `  ${what}`,
    `median ${round(median(times))} ms, worst ${round(slowest)} ms (wanted: under ${MAX_RECOVERY_MS} ms)`,
    slowest < MAX_RECOVERY_MS,
  );
}
