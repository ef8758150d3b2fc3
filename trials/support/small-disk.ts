import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './report';

const DISK_MB = 160;

/** A data folder and a separate disk small enough to be filled by a ballast file. */
export async function withSmallDisk(report: Report, what: string, play: (data: string, disk: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-full-'));
  chmodSync(folder, 0o755);
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    report.say(what, `NOT RUN: cannot mount a small disk here: ${String(error).split('\n')[1] ?? ''}`, false);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  try {
    await play(join(folder, 'data'), disk);
  } finally {
    execFileSync('umount', [disk]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes until the disk is full. */
export function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1 << 20, 4096]) writeWhileThereIsRoom(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function writeWhileThereIsRoom(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Waits for a condition for up to 20 seconds. Returns whether it was met. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const started = performance.now();
  while (performance.now() - started < 20_000) {
    if (await condition()) return true;
    await pause(20);
  }
  return false;
}
