import type { CommandRunner } from 'nest-commander';

export type Commander = Parameters<CommandRunner['setCommand']>[0];

/** Whether the caller is a program: then an error is one JSON document too. */
export function asksForJson(): boolean {
  return process.argv.includes('--json');
}

/** Makes commander throw what it would end the process with, and leave it to us to print under --json. */
export function takeErrors(command: Commander): void {
  command.exitOverride();
  if (asksForJson()) command.configureOutput({ writeErr: () => undefined });
}

/** The end of a command line that commander itself answered: with help, the version, or an error it has printed. */
export function commanderExit(error: unknown): { isError: boolean; message: string } | undefined {
  const { code, exitCode, message } = error as { code?: unknown; exitCode?: unknown; message?: string };
  if (typeof code !== 'string' || !code.startsWith('commander.')) return undefined;
  return { isError: exitCode !== 0, message: (message ?? '').replace(/^error: /, '') };
}
