import { readDnsxLine } from './dnsx-line';
import { readLines } from './lines';
import { readPageLine } from './page-line';
import type { DetectionRecord, ReadLine } from './record';
import { readZoneLine } from './zone-line';

/** A longer line is rejected without buffering it, which bounds memory. */
const MAX_LINE_BYTES = 1024 * 1024;

export interface RejectedLine {
  /** Counted from 1. */
  line: number;
  rejected: string;
}

/**
 * Reads dnsx JSON lines, page-resource lines and zone-file lines, in any mixture. `seenAt` is the time of records without
 * one. A line that is only partly valid yields its records and then its rejection.
 */
export async function* readDnsRecords(
  source: AsyncIterable<Uint8Array | string>,
  seenAt: string,
): AsyncGenerator<DetectionRecord | RejectedLine> {
  for await (const { number, text } of readLines(source, MAX_LINE_BYTES)) {
    const { records, rejected } = text === undefined ? TOO_LONG : readLine(text, seenAt);
    for (const record of records) yield record;
    if (rejected !== undefined) yield { line: number, rejected };
  }
}

const TOO_LONG: ReadLine = { records: [], rejected: `longer than ${MAX_LINE_BYTES} bytes` };

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
