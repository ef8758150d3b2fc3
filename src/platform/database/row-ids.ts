import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;

/** One system call for 256 ids: a call for 16 random bytes costs several times as much as formatting the id. */
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

/** The id of a row. Ids of the same millisecond are not ordered. */
export function rowId(): string {
  return uuidv7({ random: nextRandom() });
}

/** Ids for rows that are created together. They sort in the order of the rows. */
export function rowIds(count: number): string[] {
  const msecs = Date.now();
  const seq = nextRandom().readUInt32BE() >>> 1; // leaves room to count up
  return Array.from({ length: count }, (_, index) => uuidv7({ msecs, seq: seq + index, random: nextRandom() }));
}
