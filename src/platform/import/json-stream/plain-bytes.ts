import { FormatError } from '../format-error';

const SIGNATURE_BYTES = 4;

/** The bytes of a text file in UTF-8 without its byte order mark; other encodings and archives are refused. */
export async function* plainBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const part of bytes) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < SIGNATURE_BYTES) continue;
    const text = withoutSignature(head);
    head = undefined;
    if (text.length > 0) yield text;
  }
  if (!head) return;
  const text = withoutSignature(head);
  if (text.length > 0) yield text;
}

function withoutSignature(head: Buffer): Buffer {
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return head.subarray(3);
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) throw new FormatError('The file is in UTF-16; save it as UTF-8.');
  if (startsWith(head, 0x1f, 0x8b) || startsWith(head, 0x50, 0x4b, 0x03, 0x04)) {
    throw new FormatError('The file is compressed; unpack it first.');
  }
  if (head.subarray(0, SIGNATURE_BYTES).includes(0))
    throw new FormatError('The file is binary or in UTF-16 or UTF-32; it must be text in UTF-8.');
  return head;
}

function startsWith(head: Buffer, ...signature: number[]): boolean {
  return signature.every((byte, index) => head[index] === byte);
}
