import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;

/** Ids for rows that are made together: they sort as the rows stand, and come from one draw of randomness. */
export function rowIds(count: number): string[] {
  const random = randomBytes((count + 1) * BYTES);
  const msecs = Date.now();
  const seq = random.readUInt32BE(count * BYTES) >>> 1; // leaves room above for the rows
  return Array.from({ length: count }, (_, index) =>
    uuidv7({ msecs, seq: seq + index, random: random.subarray(index * BYTES, (index + 1) * BYTES) }),
  );
}
