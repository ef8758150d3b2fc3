import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from './child';
import { fileDatabase } from './database';
import { send } from './http';
import { freePort } from '#platform/config/free-port';
import { WIDE_LIMITS } from './test-app';
import { msUntil } from './wait';

/** A timeout for a hang: under load a start takes minutes. */
const START_TIMEOUT_MS = 240_000;

/** The built service in a separate process, on the database of the spec file. It runs the jobs of that database. */
export class ServiceProcess {
  output = '';
  private readonly ended: Promise<number | null>;

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    this.ended = once(child, 'close').then(([code]) => code as number | null);
    child.stdout?.on('data', (part: Buffer) => (this.output += part.toString('utf8')));
    child.stderr?.on('data', (part: Buffer) => (this.output += part.toString('utf8')));
  }

  static async start(settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = Number(settings.PORT ?? (await freePort()));
    const url = `http://127.0.0.1:${port}`;
    const env = {
      PATH: process.env.PATH,
      ...fileDatabase().settings,
      REDIS_URL: process.env.REDIS_URL,
      PORT: String(port),
      HOST: '127.0.0.1',
      ENCRYPTION_KEY: 'none',
      PUBLIC_BASE_URL: url,
      ...WIDE_LIMITS,
      ...settings,
    };
    const service = new ServiceProcess(url, spawn(process.execPath, builtProgram('main'), { env }));
    try {
      await msUntil(
        () =>
          send(`${url}/health/ready`).then(
            ({ status }) => status === 200,
            () => false,
          ),
        START_TIMEOUT_MS,
      );
    } catch (error) {
      await service.kill();
      throw new Error(`The service did not come up: ${service.output}`, { cause: error });
    }
    return service;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The exit code, after the process has ended. */
  end(): Promise<number | null> {
    return this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
