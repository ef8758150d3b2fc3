import type { Command } from 'commander';

export type Commander = Command;

/** Whether --json was given: then errors are one JSON document too. */
export function asksForJson(): boolean {
  return process.argv.includes('--json');
}

/** Makes commander throw instead of exiting, and print nothing itself under --json. */
export function takeErrors(command: Commander): void {
  command.exitOverride();
  if (asksForJson()) command.configureOutput({ writeErr: () => undefined });
}

/** An exit by commander itself: help, version, or an error that it has printed. */
export function commanderExit(error: unknown): { isError: boolean; message: string } | undefined {
  const { code, exitCode, message } = error as { code?: unknown; exitCode?: unknown; message?: string };
  if (typeof code !== 'string' || !code.startsWith('commander.')) return undefined;
  return { isError: exitCode !== 0, message: (message ?? '').replace(/^error: /, '') };
}
