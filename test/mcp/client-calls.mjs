/**
 * Calls tools with an official client, which validates every result against the output schema of its tool. Standard input has the client
 * version, the address, the credential and the names of the tools; standard output the number of characters of each result.
 */
import { text } from 'node:stream/consumers';
import { openClient } from './official-client.mjs';

const { version, address, credential, tools } = JSON.parse(await text(process.stdin));
const client = await openClient(version, address, credential);
await client.listTools(); // the client learns the output schemas here
const sizes = {};
for (const name of tools) {
  const { isError, structuredContent } = await client.callTool({ name, arguments: {} });
  sizes[name] = isError ? 0 : JSON.stringify(structuredContent).length;
}
await client.close();
process.stdout.write(JSON.stringify(sizes));
