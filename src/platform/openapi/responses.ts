import { ERROR_DOMAIN } from '#platform/errors/error-body';
import { RPC_CODES, type RpcCode } from '#platform/errors/rpc-code';
import type { OperationSpec } from '#platform/operations/operation';
import { sharedStatusSchemas, statusSchemasWith } from './status-schemas';

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
  'X-Export-Rows': text('HTTP trailer of a complete export: how many rows were sent.', '4211'),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="northwind-insurance.com-vendors-20261116T201500Z.csv"'),
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
export function successHeaders(method: string, { writable, streams }: Pick<OperationSpec, 'writable' | 'streams'>): Record<string, object> {
  const own: HeaderName[] = method === 'GET' || writable ? ['ETag'] : [];
  return headers(...LIMITS, ...own, ...(streams ? (['Content-Disposition', 'X-Export-Rows'] as const) : []));
}

interface ErrorAnswer {
  /** Prefix of its schemas. */
  schema: string;
  code: RpcCode;
  /** The response description. */
  when: string;
  message: string;
  /** Reasons that every operation can give; the first is the example. */
  reasons: readonly [string, ...string[]];
  headers: readonly HeaderName[];
}

/** The one table of errors. Operations add their own reasons (`refuses`). */
const ERRORS: Readonly<Record<string, ErrorAnswer>> = {
  '400': {
    schema: 'InvalidArgument',
    code: 'INVALID_ARGUMENT',
    when: 'The request is invalid; BadRequest lists every invalid field.',
    message: 'limit: must not be less than 0',
    reasons: [
      'INVALID_REQUEST',
      'BODY_INCOMPLETE',
      'MALFORMED_JSON',
      'MALFORMED_REQUEST',
      'MALFORMED_URL',
      'VALUE_UNUSABLE',
      'VERSION_MAJOR_MISMATCH',
      'VERSION_MALFORMED',
      'VERSION_UNKNOWN',
    ],
    headers: LIMITS,
  },
  '401': {
    schema: 'Unauthenticated',
    code: 'UNAUTHENTICATED',
    when: 'The access token is missing, invalid or expired.',
    message: 'The access token has expired: get a new one.',
    reasons: ['TOKEN_EXPIRED', 'TOKEN_MISSING', 'TOKEN_MALFORMED', 'TOKEN_REVOKED', 'CREDENTIAL_REVOKED', 'ORG_CLAIM_MISSING'],
    headers: ['WWW-Authenticate'],
  },
  '403': {
    schema: 'PermissionDenied',
    code: 'PERMISSION_DENIED',
    when: 'The credential lacks a scope, or the organization an entitlement.',
    message: 'The operation needs a scope that the credential does not hold.',
    reasons: ['SCOPE_MISSING', 'ADDRESS_NOT_ALLOWED'],
    headers: LIMITS,
  },
  '404': {
    schema: 'NotFound',
    code: 'NOT_FOUND',
    when: 'The resource does not exist in the organization.',
    message: 'There is no such route.',
    reasons: ['ROUTE_NOT_FOUND'],
    headers: LIMITS,
  },
  '409': {
    schema: 'Conflict',
    code: 'ABORTED',
    when: 'The current state does not allow the call (ALREADY_EXISTS, FAILED_PRECONDITION or ABORTED).',
    message: 'The call conflicted with a concurrent one; repeat it.',
    reasons: ['CONCURRENT_UPDATE'],
    headers: LIMITS,
  },
  '410': {
    schema: 'Gone',
    code: 'GONE',
    when: 'The operation was retired (Link points to its replacement), or the cursor cannot be continued any more.',
    message: 'The operation was retired.',
    reasons: ['OPERATION_RETIRED'],
    headers: LIMITS,
  },
  '412': {
    schema: 'PreconditionFailed',
    code: 'FAILED_PRECONDITION',
    when: 'The resource was edited since the ETag in If-Match was read: read it again.',
    message: 'The vendor has changed since you read it.',
    reasons: ['ETAG_MISMATCH'],
    headers: LIMITS,
  },
  '413': {
    schema: 'BodyTooLarge',
    code: 'INVALID_ARGUMENT',
    when: 'The body exceeds the size limit of the operation.',
    message: 'The body is larger than 1048576 bytes.',
    reasons: ['BODY_TOO_LARGE'],
    headers: LIMITS,
  },
  '415': {
    schema: 'UnsupportedMediaType',
    code: 'INVALID_ARGUMENT',
    when: 'The body is not JSON in UTF-8.',
    message: 'Send the body as application/json in UTF-8.',
    reasons: ['UNSUPPORTED_MEDIA_TYPE'],
    headers: LIMITS,
  },
  '429': {
    schema: 'ResourceExhausted',
    code: 'RESOURCE_EXHAUSTED',
    when: 'The organization has exceeded its rate limit or its limit of concurrent calls.',
    message: 'Rate limit exceeded: 600 calls per minute. Retry after 42 seconds.',
    reasons: ['RATE_LIMIT_EXCEEDED', 'CONCURRENCY_LIMIT_EXCEEDED'],
    headers: [...LIMITS, 'Retry-After'],
  },
  '500': {
    schema: 'Internal',
    code: 'INTERNAL',
    when: 'Internal error. It is logged with the request id.',
    message: 'Internal error; report the request id to the operator.',
    reasons: ['INTERNAL'],
    headers: LIMITS,
  },
  '503': {
    schema: 'Unavailable',
    code: 'UNAVAILABLE',
    when: 'The service is temporarily unavailable or overloaded; retry later.',
    message: 'The database cannot be reached at the moment.',
    reasons: [
      'DATABASE_UNAVAILABLE',
      'DATABASE_BUSY',
      'DATABASE_FULL',
      'DATABASE_READ_ONLY',
      'LOCK_TIMEOUT',
      'LONG_WORK_LIMIT',
      'SERVICE_OVERLOADED',
      'SHUTTING_DOWN',
      'THREAD_LOST',
    ],
    headers: ['Retry-After'],
  },
  '504': {
    schema: 'DeadlineExceeded',
    code: 'DEADLINE_EXCEEDED',
    when: 'The call exceeded its time limit; narrow the request. FILTER_TOO_BROAD names the rule that no index supports.',
    message: 'The call exceeded its time limit.',
    reasons: ['STATEMENT_TIMEOUT', 'EXPORT_TIMEOUT', 'FILTER_TOO_BROAD'],
    headers: LIMITS,
  },
};

function errorResponse(error: ErrorAnswer, schema: string, example?: object): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}Status` }, ...(example && { example }) } };
  return { description: error.when, headers: headers(...error.headers), content };
}

function exampleOf({ code, message, reasons: [reason] }: ErrorAnswer): object {
  return {
    code: RPC_CODES[code].number,
    message,
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: ERROR_DOMAIN, metadata: {} },
      { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: REQUEST_ID },
    ],
    error: { code, request_id: REQUEST_ID },
  };
}

/** The error answers that operations share, by HTTP status, with their schemas. */
export function sharedResponses(): { responses: Record<string, object>; schemas: Record<string, object> } {
  const errors = Object.entries(ERRORS);
  return {
    responses: {
      ...Object.fromEntries(errors.map(([status, error]) => [`Error${status}`, errorResponse(error, error.schema, exampleOf(error))])),
      NotModified: { description: 'The answer has not changed since the ETag in If-None-Match.', headers: headers(...LIMITS, 'ETag') },
      Error: {
        description: 'Any other error.',
        headers: headers(),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } },
      },
    },
    schemas: errors.reduce((all, [, { schema, reasons }]) => Object.assign(all, statusSchemasWith(schema, reasons)), sharedStatusSchemas()),
  };
}

type Described = Pick<OperationSpec, 'name' | 'effect' | 'writable' | 'streams' | 'refuses'>;

/** Every response of an operation except success, and the schemas of its own errors. */
export function otherResponses(
  method: string,
  spec: Described,
  inputs: readonly string[],
): { responses: Record<string, object>; schemas: Record<string, object> } {
  const own = ownReasons(method, spec, inputs);
  const shared = { ...(method === 'GET' && { '304': { $ref: '#/components/responses/NotModified' } }) };
  const statuses = Object.entries(ERRORS).filter(([status]) => isPossible(status, method, spec) || own[status]);
  const all = statuses.flatMap(([status, { reasons }]) => [...reasons, ...(own[status] ?? [])]);
  const answers = statuses.map(([status, error]): [string, object] => {
    // Undeclared reasons are described as any reason.
    if (spec.refuses === undefined && OWN_STATUSES.has(status)) return [status, errorResponse(error, '')];
    if (!own[status]) return [status, { $ref: `#/components/responses/Error${status}` }];
    const when = `${error.when} Reasons of this operation: ${own[status].join(', ')}.`;
    return [status, errorResponse({ ...error, when }, spec.name)];
  });
  return {
    responses: { ...shared, ...Object.fromEntries(answers), default: { $ref: '#/components/responses/Error' } },
    schemas: spec.refuses === undefined ? {} : statusSchemasWith(spec.name, all),
  };
}

/** The statuses for which operations have their own reasons. */
const OWN_STATUSES = new Set(['400', '403', '404', '409', '410']);

function isPossible(status: string, method: string, { effect, writable }: Described): boolean {
  if (status === '413' || status === '415') return hasBody(method);
  if (status === '409') return effect !== 'read';
  return status !== '412' || writable !== undefined;
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** What the operation can answer beyond the shared reasons, by status: what it declares, and what its kind implies. */
function ownReasons(method: string, { effect, streams, refuses }: Described, inputs: readonly string[]): Partial<Record<string, string[]>> {
  const takesKey = effect !== 'read' && method === 'POST';
  const derived: Record<string, string[]> = {
    '400': [
      ...(hasBody(method) ? ['BODY_MISSING'] : []),
      ...(inputs.includes('cursor') ? ['CURSOR_EXPIRED', 'CURSOR_MALFORMED', 'CURSOR_MISMATCH'] : []),
      ...(inputs.includes('filters') ? ['INVALID_FILTER'] : []),
      ...(takesKey ? ['IDEMPOTENCY_KEY_MALFORMED', 'IDEMPOTENCY_KEY_REUSED'] : []),
    ],
    '409': [...(takesKey ? ['IDEMPOTENCY_KEY_IN_USE'] : []), ...(streams ? ['EXPORT_IN_PROGRESS'] : [])],
  };
  const statuses = new Set([...Object.keys(derived), ...Object.keys(refuses ?? {})]);
  const reasons = [...statuses].map((status): [string, string[]] => [
    status,
    [...(derived[status] ?? []), ...((refuses as Record<string, readonly string[]> | undefined)?.[status] ?? [])],
  ]);
  return Object.fromEntries(reasons.filter(([, own]) => own.length > 0));
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
