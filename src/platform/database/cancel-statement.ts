import { connect, type Socket } from 'node:net';
import type { Client } from 'pg';
import { serialize } from 'pg-protocol/dist/serializer';

/** The driver's view of a connection. */
interface DriverClient {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: Socket };
}

/**
 * Cancels the running statement and closes its connection. PostgreSQL notices a closed connection only when it sends the next row, which a
 * sort can delay by minutes. So a cancel request is sent too, over a second connection, as the protocol requires.
 */
export function cancelStatement(client: Client): void {
  const { host, port, processID, secretKey, connection } = client as unknown as DriverClient;
  connection.stream.destroy();
  if (processID === null || secretKey === null) return; // not connected yet
  const messenger = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  messenger.on('error', () => undefined); // an unreachable database runs no statement for us
  messenger.end(serialize.cancel(processID, secretKey));
}
