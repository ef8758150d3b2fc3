import type { Readable } from 'node:stream';

/** What a stream of T objects is sent as. */
export interface StreamedContent {
  /** Media type. */
  type: string;
  fileName: string;
  /** Worth compressing again: false for formats that compress by themselves. */
  compressible: boolean;
  /** An HTTP trailer; its value is asked for when the last byte was read. */
  trailer: { name: string; value: () => string };
  /** Why the stream ended early, where its last bytes say so. */
  failure: () => Error | undefined;
}

/** A response of T objects that is sent while it is made. Destroying its bytes ends the work behind them. */
export class StreamedBody<T = unknown> {
  declare readonly item: T;

  constructor(
    readonly bytes: Readable,
    readonly content: StreamedContent,
  ) {}
}
