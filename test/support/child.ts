import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '#platform/config/project-root';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The arguments with which Node.js runs a built program. The flags of this process also make a start cheaper. */
export function builtProgram(name: 'main' | 'cli'): string[] {
  return [...process.execArgv, join(projectRoot(), 'dist', 'src', `${name}.js`)];
}

/** Runs a script in a separate Node.js process and waits for its exit. */
export async function runNode(parameters: readonly string[], input = ''): Promise<Finished> {
  const child = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
