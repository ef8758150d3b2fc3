import { createConnection, type Socket } from 'node:net';
import type { Exit } from './door';
import { within } from '#platform/time/deadline';
import type { Egress } from './egress';
import type { ScanSettings } from './scan-settings';
import type { Resolver } from './resolver';

const CONNECT_MS = 8000;

/** What all parts of one scan share. */
export interface ScanContext {
  resolver: Resolver;
  egress: Egress;
  door: Exit;
  settings: Omit<ScanSettings, 'pauseMs'>;
  /** Aborts the whole scan. */
  signal: AbortSignal;
}

/** The host refuses connections to the port. */
export class PortClosed extends Error {}

/** Connects to a vetted host when it is this scan's turn there, and closes the connection afterwards. */
export async function visit<T>(context: ScanContext, host: string, port: number, use: (socket: Socket) => Promise<T>): Promise<T> {
  const { resolver, egress, door, signal } = context;
  const answer = await resolver.addresses(host);
  if ('unknown' in answer) throw new Error(answer.unknown);
  const address = egress.pick(host, answer.seen.records);
  const { target, leave } = await door.enter(host, { address, port }, signal);
  try {
    const socket = await within(CONNECT_MS, signal, `connecting to ${host}:${port}`, (end) => connect(target, end));
    try {
      return await use(socket);
    } finally {
      socket.destroy();
    }
  } finally {
    leave();
  }
}

function connect({ address, port }: { address: string; port: number }, signal: AbortSignal): Promise<Socket> {
  const socket = createConnection({ host: address, port });
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    // Stays for the life of the connection: its user sees the error as the end of its work.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ECONNREFUSED' ? new PortClosed('the port is closed') : error);
    });
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.on('connect', () => resolve(socket));
  });
}
