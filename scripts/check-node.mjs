// Ends with one line when this Node.js is too old. Plain enough for the old one to run.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const floor = engines.node.replace('>=', '').trim();
const isOlder = process.versions.node.localeCompare(floor, 'en', { numeric: true }) < 0;
if (isOlder) {
  process.stderr.write(`Needs Node.js ${floor} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
