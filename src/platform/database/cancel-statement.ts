import { connect, type Socket } from 'node:net';
import type { Client } from 'pg';
import { serialize } from 'pg-protocol/dist/serializer';

/** What the driver knows of a connection. */
interface DriverClient {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: Socket };
}

/**
 * Ends the statement under way and its connection. PostgreSQL notices a closed connection only when it sends the next row,
 * which a sort can delay by minutes: so it is also sent a cancel request, over a connection of its own as its protocol asks.
 */
export function cancelStatement(client: Client): void {
  const { host, port, processID, secretKey, connection } = client as unknown as DriverClient;
  connection.stream.destroy();
  if (processID === null || secretKey === null) return; // not connected yet
  const messenger = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  messenger.on('error', () => undefined); // a database that cannot be reached runs no statement for us
  messenger.end(serialize.cancel(processID, secretKey));
}
