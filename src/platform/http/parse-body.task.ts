import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import { FileText } from './file-text';
import { parseJson } from './parse-json';

/** A text that is transferred as bytes, with its path in the body. */
export interface CutText {
  path: string[];
  bytes: Uint8Array<ArrayBuffer>;
  length: number;
  isWellFormed: boolean;
}

/** Longer texts are transferred as bytes. */
const CUT_FROM = 65_536;
/** The arguments of an MCP tool are this deep. */
const MAX_DEPTH = 3;

/** Parses a large body in a thread, so that the event loop stays free. Long texts are sent as messages; the rest is the output. */
export const PARSE_BODY: ThreadTask<Uint8Array[], unknown, never, CutText> = { module: 'platform/http/parse-body.task' };

export function run(chunks: Uint8Array[], channel: TaskChannel<never, CutText>): unknown {
  const body = parseJson(Buffer.concat(chunks));
  cutTexts(body, [], (text) => {
    channel.send(text, [text.bytes.buffer]);
  });
  return body;
}

function cutTexts(value: unknown, path: string[], onCut: (text: CutText) => void): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || path.length === MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key];
    if (typeof inner !== 'string') cutTexts(inner, at, onCut);
    else if (inner.length > CUT_FROM) {
      Object.defineProperty(value, key, { value: '' });
      const { bytes, length, isWellFormed } = FileText.of(inner);
      onCut({ path: at, bytes: bytes as Uint8Array<ArrayBuffer>, length, isWellFormed });
    }
  }
}
