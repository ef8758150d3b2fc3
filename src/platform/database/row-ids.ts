import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;

/** One system call for 256 ids: asking for 16 random bytes each time costs several times as much as the id itself. */
const random = Buffer.alloc(256 * BYTES);
let used = random.length;

function nextRandom(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += BYTES;
  return random.subarray(used - BYTES, used);
}

/** The id of a row. Ids of the same millisecond are in no order. */
export function rowId(): string {
  return uuidv7({ random: nextRandom() });
}

/** Ids for rows that are made together. They sort as the rows stand. */
export function rowIds(count: number): string[] {
  const msecs = Date.now();
  const seq = nextRandom().readUInt32BE() >>> 1; // leaves room above for the rows
  return Array.from({ length: count }, (_, index) => uuidv7({ msecs, seq: seq + index, random: nextRandom() }));
}
