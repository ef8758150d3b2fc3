import type { Environment, Server } from '../../bench/environment';
import { signal } from '../../bench/postmaster';

/** The service with a supervisor that restarts it on the same port. */
export class Supervised {
  private constructor(
    private readonly environment: Environment,
    private readonly log: number,
    private current: Server,
  ) {}

  /** Its output goes to the given file descriptor. */
  static async start(environment: Environment, log: number): Promise<Supervised> {
    return new Supervised(environment, log, await environment.service({}, log));
  }

  get server(): Server {
    return this.current;
  }

  async killAndRestart(): Promise<void> {
    signal(this.current.pid, 'SIGKILL');
    const { port } = new URL(this.current.url);
    this.current = await this.environment.service({ PORT: port, PUBLIC_BASE_URL: this.current.url }, this.log);
  }
}
