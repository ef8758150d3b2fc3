/** An export ended early: the rows read so far are incomplete. */
export class ExportIncompleteError extends Error {
  override readonly name = 'ExportIncompleteError';

  constructor(
    message: string,
    readonly reason: string | undefined,
  ) {
    super(message);
  }
}

interface End {
  exportComplete: boolean;
  rows: string;
  reason?: string;
  message?: string;
}

/** An export: iterate over the rows of JSON lines, or read the bytes of any format. */
export class ExportStream<Row> implements AsyncIterable<Row> {
  constructor(private readonly open: () => Promise<Response>) {}

  /** The rows of an export in JSON lines. Fails when the last line does not prove that they are complete. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    let count = 0;
    for await (const line of lines(await this.body())) {
      const row = JSON.parse(line) as Row | End;
      if (typeof row === 'object' && row !== null && 'exportComplete' in row) {
        if (row.exportComplete && row.rows === String(count)) return;
        throw new ExportIncompleteError(row.message ?? `The export ended after ${count} of ${row.rows} rows.`, row.reason);
      }
      count += 1;
      yield row;
    }
    throw new ExportIncompleteError(`The export was cut off after ${count} rows.`, undefined);
  }

  /** The bytes, to be written to a file. */
  async body(): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.open();
    if (!body) throw new ExportIncompleteError('The export has no body.', undefined);
    return body;
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const parts = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) if (line !== '') yield line;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}
