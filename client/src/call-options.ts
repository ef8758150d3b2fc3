/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its waiting and its retries. */
  signal?: AbortSignal;
  /** Limit of each attempt in milliseconds; of a stream, until its first byte. */
  timeoutMs?: number;
  /** Your own key, for a call that another process may repeat. Without it, a call has a random one. */
  idempotencyKey?: string;
  /** The ETag of the resource as you read it: the call is refused with ETAG_MISMATCH when it was edited since. */
  ifMatch?: string;
  /** Your own id of the call, which its log line and its errors carry. */
  requestId?: string;
  /** Receives the answer before its body is read, such as for its ETag. */
  onResponse?: (response: Response) => void;
}
