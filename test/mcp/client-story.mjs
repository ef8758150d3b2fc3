/**
 * What one official client sees of the service: it is given an address, a client id and a secret on standard input, and
 * tells on standard output what became of each step. A process of its own, because the clients are ES modules.
 */
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as ClientCredentialsProvider1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { text } from 'node:stream/consumers';

const NAME = { name: 'test', version: '1.0.0' };

/** Nothing but the address and the credential: where to get a token, each client finds out by itself. */
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

const { version, address, credential, narrow } = JSON.parse(await text(process.stdin));
const client = await CLIENTS[version](address, credential);
const limited = await CLIENTS[version](address, narrow);
const names = async (of) => (await of.listTools()).tools.map(({ name }) => name);
const story = {
  tools: await names(client),
  created: await client.callTool({ name: 'CreateVendorGroup', arguments: { name: 'Carriers' } }),
  listed: await client.callTool({ name: 'GetVendorGroups', arguments: { limit: 10 } }),
  who: await client.callTool({ name: 'WhoAmI' }),
  refused: await client.callTool({ name: 'GetVendorGroups', arguments: { limit: -1 } }),
  narrowTools: await names(limited),
  outOfScope: await limited.callTool({ name: 'CreateVendorGroup', arguments: { name: 'x' } }).then(
    () => 'went through',
    (error) => `${error.name}: ${error.message}`,
  ),
};
await client.close();
await limited.close();
process.stdout.write(JSON.stringify(story));
