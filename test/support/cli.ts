import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** An admin command in a process of its own: the built program, as an operator runs it. */
export function startCli(settings: Record<string, string>, ...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(projectRoot(), 'dist/src/cli.js'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  });
}

/** Runs an admin command to its end. */
export async function runCli(settings: Record<string, string>, ...args: string[]): Promise<CommandOutcome> {
  const child = startCli(settings, ...args);
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** The one JSON document that a command with --json prints; anything else on standard output fails here. */
export async function runJson(settings: Record<string, string>, ...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(settings, ...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}
