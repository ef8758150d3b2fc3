/**
 * Runs an official client: it gets an address, a client id and a secret on standard input, and prints the result of each step. A separate
 * process, because the clients are ES modules.
 */
import { text } from 'node:stream/consumers';
import { openClient } from './official-client.mjs';

const { version, address, credential, narrow } = JSON.parse(await text(process.stdin));
const client = await openClient(version, address, credential);
const limited = await openClient(version, address, narrow);
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
