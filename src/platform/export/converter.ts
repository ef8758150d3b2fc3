import { Transform, type Readable, type TransformCallback } from 'node:stream';
import type { RunningTask, ThreadPool } from '#platform/threads/thread-pool';
import type { ThreadTask } from '#platform/threads/thread-task';
import type { Conversion, FromConversion, ToConversion } from './convert.task';

const CONVERT: ThreadTask<Conversion, void, ToConversion, FromConversion> = { module: 'platform/export/convert.task' };

/** Converts JSON lines to another format in a thread, one chunk at a time. */
export class Converter extends Transform {
  private readonly task: RunningTask<void, ToConversion>;
  private taken: TransformCallback | undefined;
  private isOver = false;

  constructor(threads: ThreadPool, conversion: Conversion, source: Readable) {
    super();
    this.task = threads.start(CONVERT, conversion, (message) => {
      if ('bytes' in message) this.push(Buffer.from(message.bytes));
      else this.next();
    });
    this.task.output.then(
      () => {
        this.isOver = true;
        this.next();
      },
      (error: unknown) => {
        this.isOver = true;
        this.destroy(error as Error);
      },
    );
    source.once('error', (error) => this.destroy(error));
    this.once('close', () => source.destroy());
    source.pipe(this);
  }

  /** A chunk has its own buffer, which is transferred instead of copied. */
  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.taken = callback;
    const lines = new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.length);
    this.task.send({ lines }, [chunk.buffer as ArrayBuffer]);
  }

  override _flush(callback: TransformCallback): void {
    this.taken = callback;
    this.task.send({ end: true });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.isOver) this.task.send({ stop: true });
    callback(error);
  }

  private next(): void {
    const { taken } = this;
    this.taken = undefined;
    taken?.();
  }
}
