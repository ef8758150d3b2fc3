import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { msUntil } from '../support/wait';

/** A real Redis on a free port, without persistence. */
export class RedisServer {
  private child: ChildProcess | undefined;

  constructor(readonly port: number) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no'];
    this.child = spawn('redis-server', settings, { stdio: 'ignore' });
    await msUntil(() => answers(this.port));
  }

  /** Kills it, as a crash would. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Suspends it: connections stay open, but nothing is answered. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((known) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.on('data', (part) => {
      known(part.toString('latin1').startsWith('+PONG'));
      socket.destroy();
    });
    socket.on('error', () => {
      known(false);
    });
  });
}
