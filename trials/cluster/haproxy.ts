import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { send } from '../../test/support/http';
import { freePort } from '#platform/config/free-port';
import { msUntil } from '../../test/support/wait';

const DEPLOYED = join(projectRoot(), 'docker/haproxy.cfg');

/** The deployed load balancer configuration, in front of instances on this machine. */
export class Haproxy {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(instances: readonly string[]): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-haproxy-'));
    const port = await freePort();
    const servers = instances.map((url, at) => `  server instance-${at} ${new URL(url).host}`).join('\n');
    const file = join(folder, 'haproxy.cfg');
    execFileSync('haproxy', ['-c', '-f', DEPLOYED], { stdio: 'pipe' }); // the deployed file itself is valid
    const deployed = readFileSync(DEPLOYED, 'utf8');
    const here = deployed
      .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
      .replace(/^ {2}server-template .*$/m, servers)
      .replace(' resolvers network init-addr none', '')
      .replace(/^resolvers network\n(?: .*\n)+/m, '');
    writeFileSync(file, here);
    const balancer = new Haproxy(`http://127.0.0.1:${port}`, spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }), folder);
    await msUntil(() => balancer.answers(), 10_000);
    return balancer;
  }

  answers(): Promise<boolean> {
    return send(`${this.url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
