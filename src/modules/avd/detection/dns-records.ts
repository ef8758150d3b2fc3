import { LineSplitter, type Line } from '#platform/import/json-stream/line-splitter';
import { readDnsxLine } from './dnsx-line';
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
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  for await (const piece of source) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (const line of splitter.push(chunk)) yield* itemsOf(line, seenAt);
  }
  for (const line of splitter.end()) yield* itemsOf(line, seenAt);
}

function itemsOf(line: Line, seenAt: string): (DetectionRecord | RejectedLine)[] {
  if ('problem' in line) return [{ line: line.line, rejected: line.problem }];
  const { records, rejected } = readLine(textOf(line), seenAt);
  return rejected === undefined ? records : [...records, { line: line.line, rejected }];
}

/** Without the byte order mark of the file. */
function textOf({ line, bytes }: { line: number; bytes: Buffer }): string {
  const text = bytes.toString('utf8');
  return line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
}

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
