import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

const DEMANDED = /[?&]require_auth=scram-sha-256(?:&|$)/;

/** The driver's view of a connection. */
interface Driver {
  saslSession?: unknown;
  connection: NodeJS.EventEmitter & { stream: Socket };
}

/**
 * With `require_auth=scram-sha-256` in its address, as in libpq, a connection talks only to a server that proves by SCRAM that it knows
 * the password. Without it, the driver sends the password in clear to whoever asks for it.
 */
export class ScramClient extends Client {
  private readonly demandsScram: boolean;

  constructor(config: ClientConfig) {
    super(config);
    this.demandsScram = DEMANDED.test(config.connectionString ?? '');
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(...callback: never[]): unknown {
    const connecting: unknown = super.connect(...(callback as []));
    if (this.demandsScram) demandScram(this as unknown as Driver);
    return connecting;
  }
}

/** The driver has attached its listeners by now, and the server has not been reached yet. */
function demandScram(client: Driver): void {
  const { connection } = client;
  const refuse = () => {
    connection.removeAllListeners('readyForQuery'); // it may be in the same packet
    connection.emit('error', new Error('the server did not prove that it knows the password (SCRAM)'));
    connection.stream.destroy();
  };
  for (const request of ['authenticationCleartextPassword', 'authenticationMD5Password'])
    connection.removeAllListeners(request).on(request, refuse);
  let isProven = false;
  // The driver's own listener, which runs first, ends the session only if the signature of the server is right.
  connection.on('authenticationSASLFinal', () => (isProven = client.saslSession === null));
  connection.on('authenticationOk', () => {
    if (!isProven) refuse();
  });
}
