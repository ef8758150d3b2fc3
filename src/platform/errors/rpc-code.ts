/** The error codes with their google.rpc number and HTTP status. */
export const RPC_CODES = {
  INVALID_ARGUMENT: { number: 3, http: 400 },
  UNAUTHENTICATED: { number: 16, http: 401 },
  PERMISSION_DENIED: { number: 7, http: 403 },
  NOT_FOUND: { number: 5, http: 404 },
  UNIMPLEMENTED: { number: 12, http: 405 },
  ALREADY_EXISTS: { number: 6, http: 409 },
  FAILED_PRECONDITION: { number: 9, http: 409 },
  ABORTED: { number: 10, http: 409 },
  GONE: { number: 12, http: 410 },
  RESOURCE_EXHAUSTED: { number: 8, http: 429 },
  INTERNAL: { number: 13, http: 500 },
  UNAVAILABLE: { number: 14, http: 503 },
  DEADLINE_EXCEEDED: { number: 4, http: 504 },
} as const;

export type RpcCode = keyof typeof RPC_CODES;
