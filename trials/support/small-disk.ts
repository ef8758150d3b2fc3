import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './report';

const DISK_MB = 160;

/** A folder for data and a disk of its own, so small that somebody else's file can take the rest of it. */
export async function withSmallDisk(report: Report, what: string, play: (data: string, disk: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-full-'));
  chmodSync(folder, 0o755);
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    report.say(what, `NOT TRIED: a small disk cannot be mounted here: ${String(error).split('\n')[1] ?? ''}`, false);
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

/** Writes until nothing fits any more. */
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

/** Waits until it is so, but not for ever: whether it came to be. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const started = performance.now();
  while (performance.now() - started < 20_000) {
    if (await isSo()) return true;
    await pause(20);
  }
  return false;
}
