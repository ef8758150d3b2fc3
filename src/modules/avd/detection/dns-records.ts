import { readDnsxLine } from './dnsx-line';
import { readLines } from './lines';
import { readPageLine } from './page-line';
import type { DetectionRecord, ReadLine } from './record';
import { readZoneLine } from './zone-line';

/** A longer line is refused unread, which bounds what reading holds. */
const LONGEST_LINE = 1024 * 1024;

export interface RejectedLine {
  /** From 1. */
  line: number;
  rejected: string;
}

/**
 * Reads dnsx JSON lines, page-resource lines and zone-file lines, in any mixture. `seenAt` is the time of records that carry
 * none. A line that is understood in part gives its records and then its rejection.
 */
export async function* readDnsRecords(
  source: AsyncIterable<Uint8Array | string>,
  seenAt: string,
): AsyncGenerator<DetectionRecord | RejectedLine> {
  for await (const { number, text } of readLines(source, LONGEST_LINE)) {
    const { records, rejected } = text === undefined ? TOO_LONG : readLine(text, seenAt);
    for (const record of records) yield record;
    if (rejected !== undefined) yield { line: number, rejected };
  }
}

const TOO_LONG: ReadLine = { records: [], rejected: `longer than ${LONGEST_LINE} bytes` };

function readLine(text: string, seenAt: string): ReadLine {
  if (!/^\s*[{[]/.test(text)) return readZoneLine(text, seenAt);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { records: [], rejected: 'not JSON' };
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return { records: [], rejected: 'not a JSON object' };
  const line = document as Record<string, unknown>;
  return 'page' in line ? readPageLine(line, seenAt) : readDnsxLine(line, seenAt);
}
