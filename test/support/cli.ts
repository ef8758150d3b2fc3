import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { runCommand } from '../../src/admin/run-command';
import { builtProgram } from './child';

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** An admin command in a separate process: the built program, as an operator runs it. */
export function startCli(settings: Record<string, string>, ...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...builtProgram('cli'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  });
}

/** Runs an admin command in a separate process. */
export async function spawnCli(settings: Record<string, string>, ...args: string[]): Promise<CommandOutcome> {
  const child = startCli(settings, ...args);
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** Runs an admin command in this process, which has already loaded the program: a new process takes a second for that. One at a time. */
export async function runCli(settings: Record<string, string>, ...args: string[]): Promise<CommandOutcome> {
  const { argv, stdout, stderr } = process;
  const written = { stdout: '', stderr: '' };
  const writes = { stdout: stdout.write.bind(stdout), stderr: stderr.write.bind(stderr) };
  process.argv = [...argv.slice(0, 2), ...args];
  stdout.write = (text: string | Uint8Array) => ((written.stdout += String(text)), true);
  stderr.write = (text: string | Uint8Array) => ((written.stderr += String(text)), true);
  try {
    const code = await runCommand(() => settings);
    return { code, ...written };
  } finally {
    process.argv = argv;
    Object.assign(stdout, { write: writes.stdout });
    Object.assign(stderr, { write: writes.stderr });
  }
}

/** The one JSON document that a command with --json prints; anything else on standard output fails here. */
export async function runJson(settings: Record<string, string>, ...args: string[]): Promise<unknown> {
  return readJson(args, await runCli(settings, ...args, '--json'));
}

/** The same for a command in a separate process. */
export async function spawnJson(settings: Record<string, string>, ...args: string[]): Promise<unknown> {
  return readJson(args, await spawnCli(settings, ...args, '--json'));
}

function readJson(args: readonly string[], { code, stdout, stderr }: CommandOutcome): unknown {
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}
