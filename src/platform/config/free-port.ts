import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Operating systems give ports from 32768 on to outgoing connections, and one of these could take the port before it is used. */
const FIRST = 10_000;
const END = 32_768;
const MAX_TRIES = 100;

/** A free port on the loopback interface. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${FIRST} to ${END - 1} in ${MAX_TRIES} tries.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((known) => {
    const probe = createServer();
    probe.once('error', () => {
      known(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        known(true);
      });
    });
  });
}
