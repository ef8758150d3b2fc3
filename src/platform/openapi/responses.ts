import { EXAMPLE_ID } from '#platform/http/example-ids';
import { ERROR_DOMAIN } from '#platform/errors/error-body';
import type { OperationSpec } from '#platform/operations/operation';

const REQUEST_ID = 'req_5f0c2f1d9a3b4c5d6e7f8091';

const text = (description: string, example: string) => ({ description, schema: { type: 'string', maxLength: 200 }, example });
const count = (description: string, maximum: number, example: number) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum },
  example,
});

/** Every response header, by name. */
export const SHARED_HEADERS = {
  'X-Request-Id': text('Identifies the call.', REQUEST_ID),
  'Service-API-Version': text('The version that served the call.', '1.0.0'),
  'RateLimit-Policy': text('The limit and its window.', '"rest";q=600;w=60'),
  RateLimit: text('Calls left, and seconds until the window resets.', '"rest";r=599;t=42'),
  'X-RateLimit-Limit': count('Calls per minute.', 1_000_000, 600),
  'X-RateLimit-Remaining': count('Calls left in this window.', 1_000_000, 599),
  'X-RateLimit-Reset': count('Seconds until the window resets.', 60, 42),
  'Retry-After': count('Seconds to wait before the next attempt.', 86_400, 42),
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', 'Bearer realm="vendor-risk", error="invalid_token"'),
  ETag: text(
    'Identifies this version of the answer. Send it as If-None-Match when you read again, or as If-Match when you edit.',
    'W/"VaSQ4oDUiZblZNAEkkN-sX-q3Sg"',
  ),
};

type HeaderName = keyof typeof SHARED_HEADERS;

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'Service-API-Version'];
const LIMITS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

function headers(...names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries([...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of a successful answer. */
export function successHeaders(method: string, { writable }: Pick<OperationSpec, 'writable'>): Record<string, object> {
  return headers(...LIMITS, ...(method === 'GET' || writable ? (['ETag'] as const) : []));
}

interface ErrorAnswer {
  name: string;
  code: number;
  reason: string;
  /** The response description. */
  when: string;
  message: string;
  headers: readonly HeaderName[];
}

const ERRORS: Readonly<Record<string, ErrorAnswer>> = {
  '400': {
    name: 'INVALID_ARGUMENT',
    code: 3,
    reason: 'INVALID_REQUEST',
    when: 'The request is invalid; BadRequest lists every invalid field.',
    message: 'limit: must not be less than 0',
    headers: LIMITS,
  },
  '401': {
    name: 'UNAUTHENTICATED',
    code: 16,
    reason: 'TOKEN_EXPIRED',
    when: 'The access token is missing, invalid or expired.',
    message: 'The access token has expired: get a new one.',
    headers: ['WWW-Authenticate'],
  },
  '403': {
    name: 'PERMISSION_DENIED',
    code: 7,
    reason: 'SCOPE_MISSING',
    when: 'The credential lacks a scope, or the organization an entitlement.',
    message: 'The operation needs a scope that the credential does not hold.',
    headers: LIMITS,
  },
  '404': {
    name: 'NOT_FOUND',
    code: 5,
    reason: 'VENDOR_NOT_FOUND',
    when: 'The resource does not exist in the organization.',
    message: `There is no vendor "${EXAMPLE_ID}".`,
    headers: LIMITS,
  },
  '409': {
    name: 'FAILED_PRECONDITION',
    code: 9,
    reason: 'MONITORING_SLOTS_EXHAUSTED',
    when: 'The current state does not allow the call: ALREADY_EXISTS, FAILED_PRECONDITION or ABORTED.',
    message: 'All 100 monitoring slots are taken.',
    headers: LIMITS,
  },
  '410': {
    name: 'GONE',
    code: 12,
    reason: 'OPERATION_RETIRED',
    when: 'The operation was retired; Link points to its successor.',
    message: 'The operation was retired.',
    headers: LIMITS,
  },
  '412': {
    name: 'FAILED_PRECONDITION',
    code: 9,
    reason: 'ETAG_MISMATCH',
    when: 'The resource was edited since the ETag in If-Match was read: read it again.',
    message: 'The vendor has changed since you read it.',
    headers: LIMITS,
  },
  '413': {
    name: 'INVALID_ARGUMENT',
    code: 3,
    reason: 'BODY_TOO_LARGE',
    when: 'The body exceeds the size limit of the operation.',
    message: 'The body is larger than 1048576 bytes.',
    headers: LIMITS,
  },
  '415': {
    name: 'INVALID_ARGUMENT',
    code: 3,
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    when: 'The body is not JSON in UTF-8.',
    message: 'Send the body as application/json in UTF-8.',
    headers: LIMITS,
  },
  '429': {
    name: 'RESOURCE_EXHAUSTED',
    code: 8,
    reason: 'RATE_LIMIT_EXCEEDED',
    when: 'The organization has exceeded its rate limit or its limit of concurrent calls.',
    message: 'Rate limit exceeded: 600 calls per minute. Retry after 42 seconds.',
    headers: [...LIMITS, 'Retry-After'],
  },
  '500': {
    name: 'INTERNAL',
    code: 13,
    reason: 'INTERNAL',
    when: 'Internal error. It is logged with the request id.',
    message: 'Internal error; report the request id to the operator.',
    headers: LIMITS,
  },
  '503': {
    name: 'UNAVAILABLE',
    code: 14,
    reason: 'DATABASE_UNAVAILABLE',
    when: 'The service is temporarily unavailable or overloaded; retry later.',
    message: 'The database cannot be reached at the moment.',
    headers: ['Retry-After'],
  },
  '504': {
    name: 'DEADLINE_EXCEEDED',
    code: 4,
    reason: 'STATEMENT_TIMEOUT',
    when: 'The call exceeded its time limit; narrow the request.',
    message: 'The call exceeded its time limit.',
    headers: LIMITS,
  },
};

const STATUS = { $ref: '#/components/schemas/Status' };

/** The error answers that operations share, by HTTP status. */
export function sharedResponses(): Record<string, object> {
  const errors = Object.entries(ERRORS).map(([status, error]) => {
    const example = {
      code: error.code,
      message: error.message,
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: error.reason, domain: ERROR_DOMAIN, metadata: {} },
        { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: REQUEST_ID },
      ],
      error: { code: error.name, request_id: REQUEST_ID },
    };
    return [
      `Error${status}`,
      { description: error.when, headers: headers(...error.headers), content: { 'application/json': { schema: STATUS, example } } },
    ] as const;
  });
  return {
    ...Object.fromEntries(errors),
    NotModified: { description: 'The answer has not changed since the ETag in If-None-Match.', headers: headers(...LIMITS, 'ETag') },
    Error: { description: 'Any other error.', headers: headers(), content: { 'application/json': { schema: STATUS } } },
  };
}

/** Every response of an operation except success. */
export function otherResponses(method: string, { effect, writable }: Pick<OperationSpec, 'effect' | 'writable'>): Record<string, object> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const impossible = new Set([
    ...(hasBody ? [] : ['413', '415']),
    ...(effect === 'read' ? ['409', '412'] : []),
    ...(writable ? [] : ['412']),
  ]);
  const possible = Object.keys(ERRORS).filter((status) => !impossible.has(status));
  return {
    ...(method === 'GET' && { '304': { $ref: '#/components/responses/NotModified' } }),
    ...Object.fromEntries(possible.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    default: { $ref: '#/components/responses/Error' },
  };
}

/** Request headers that every call accepts. */
export const SHARED_PARAMETERS = {
  ServiceApiVersion: {
    name: 'Service-API-Version',
    in: 'header',
    required: false,
    description: 'Pins a version MAJOR.MINOR.PATCH; the major must match the path.',
    schema: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$', maxLength: 20 },
    example: '1.0.0',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your own id for the call, 1 to 128 visible ASCII characters; returned in the answer.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$', maxLength: 128 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of an answer you have cached; if it has not changed, you get 304 without a body.',
    schema: { type: 'string', maxLength: 1000 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the resource as you read it. If it was edited since, the call is refused with 412; changes by the service, such as a new score, do not count.',
    schema: { type: 'string', maxLength: 1000 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes the call safe to repeat for 24 hours: the same key with the same body replays the first answer.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', maxLength: 255 },
  },
};
