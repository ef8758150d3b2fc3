import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as ClientCredentialsProvider1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const NAME = { name: 'test', version: '1.0.0' };

/** Only the address and the credential: each client discovers the token endpoint itself. */
const CLIENTS = {
  '1.x': (address, credential) =>
    connect(new Client1(NAME), StreamableHTTPClientTransport1, ClientCredentialsProvider1, address, credential),
  '2.x as in 2025': (address, credential) => current('legacy', address, credential),
  '2.x by agreement': (address, credential) => current('auto', address, credential),
  '2.x in 2026-07-28': (address, credential) => current({ pin: '2026-07-28' }, address, credential),
};

function current(mode, address, credential) {
  const client = new Client(NAME, { versionNegotiation: { mode } });
  return connect(client, StreamableHTTPClientTransport, ClientCredentialsProvider, address, credential);
}

async function connect(client, Transport, Provider, address, credential) {
  const authProvider = new Provider({ ...credential, expectedIssuer: new URL(address).origin });
  await client.connect(new Transport(new URL(address), { authProvider }));
  return client;
}

/** A connected official client of the given version. */
export function openClient(version, address, credential) {
  return CLIENTS[version](address, credential);
}
