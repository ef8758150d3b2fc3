import type { Socket } from 'node:net';
import { Connection, type Client } from 'pg';

/** The driver's view of a connection. */
interface DriverClient {
  host: string;
  port: number;
  ssl: unknown;
  sslNegotiation: string;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: Socket };
}

/** The driver's connection, without a client. */
interface Messenger extends NodeJS.EventEmitter {
  stream: Socket;
  connect(target: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Cancels the running statement and closes its connection. PostgreSQL notices a closed connection only when it sends the next row, which a
 * sort can delay by minutes. So a cancel request is sent too, over a second connection, as the protocol requires: with TLS if the first
 * one has it, because who reads the key could cancel other statements.
 */
export function cancelStatement(client: Client): void {
  const { host, port, ssl, sslNegotiation, processID, secretKey, connection } = client as unknown as DriverClient;
  connection.stream.destroy();
  if (processID === null || secretKey === null) return; // not connected yet
  const messenger = new Connection({ ssl, sslNegotiation } as object) as unknown as Messenger;
  const send = () => {
    messenger.cancel(processID, secretKey);
    messenger.stream.end();
  };
  messenger.on('error', () => undefined); // an unreachable database runs no statement for us
  messenger.on('sslconnect', send);
  messenger.on('connect', () => {
    if (!ssl) send();
    else if (sslNegotiation !== 'direct') messenger.requestSsl();
  });
  if (host.startsWith('/')) messenger.connect(`${host}/.s.PGSQL.${port}`);
  else messenger.connect(port, host);
}
