import type { TextRow } from './wire-row';

/** The bytes of a row as PostgreSQL sends it: for tests. */
export function wireRow(row: TextRow): Buffer {
  const values = row.map((value) => {
    const content = Buffer.from(value ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : content.length);
    return Buffer.concat([length, content]);
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(row.length);
  return Buffer.concat([count, ...values]);
}

/** A message of PostgreSQL's protocol. */
export function wireMessage(code: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
