/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its waiting and its retries. */
  signal?: AbortSignal;
  /** Timeout of each attempt in milliseconds; for a stream, until its first byte. */
  timeoutMs?: number;
  /** Your own key, for a call that another process may repeat. By default a random one is used. */
  idempotencyKey?: string;
  /** The ETag of the resource as you read it: the call is refused with ETAG_MISMATCH when it was edited since. */
  ifMatch?: string;
  /** Your own id for the call, which its log line and its errors carry. */
  requestId?: string;
  /** Receives the response before its body is read, for example to read its ETag. */
  onResponse?: (response: Response) => void;
}
