import type { Readable } from 'node:stream';

/** How a stream of T objects is sent. */
export interface StreamedContent {
  /** Media type. */
  type: string;
  fileName: string;
  /** Whether to compress it: false for formats that are already compressed. */
  compressible: boolean;
  /** An HTTP trailer; its value is read after the last byte. */
  trailer: { name: string; value: () => string };
  /** Why the stream ended early, where its last bytes say so. */
  failure: () => Error | undefined;
}

/** A streamed response of T objects. Destroying its bytes cancels the work behind them. */
export class StreamedBody<T = unknown> {
  declare readonly item: T;

  constructor(
    readonly bytes: Readable,
    readonly content: StreamedContent,
  ) {}
}
