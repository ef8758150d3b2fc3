import { ERROR_DOMAIN } from '#platform/errors/error-body';

const text = (description: string, example: string) => ({ description, schema: { type: 'string', maxLength: 200 }, example });
const seconds = (description: string) => ({ description, schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400 } });

/** What every authenticated answer carries. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': text('Identifies the call.', 'req_5f0c2f1d9a3b4c5d6e7f8091'),
  'Service-API-Version': text('The version that served the call.', '1.0.0'),
  'RateLimit-Policy': text('The limit and its window.', '"rest";q=600;w=60'),
  RateLimit: text('What is left of it, and for how long.', '"rest";r=599;t=42'),
  'X-RateLimit-Limit': seconds('Calls per minute.'),
  'X-RateLimit-Remaining': seconds('Calls left in this window.'),
  'X-RateLimit-Reset': seconds('Seconds until the window starts anew.'),
};

const ERRORS: Record<string, [code: number, name: string, reason: string, message: string]> = {
  '400': [3, 'INVALID_ARGUMENT', 'INVALID_REQUEST', 'limit: must not be less than 0'],
  '401': [16, 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'The access token has expired: get a new one.'],
  '403': [7, 'PERMISSION_DENIED', 'SCOPE_MISSING', 'The operation needs a scope that the credential does not hold.'],
  '404': [5, 'NOT_FOUND', 'RESOURCE_NOT_FOUND', 'There is no such resource in the organization.'],
  '409': [9, 'FAILED_PRECONDITION', 'STATE_CONFLICT', 'The state of the resource does not allow the operation.'],
  '410': [12, 'GONE', 'OPERATION_RETIRED', 'The operation was retired.'],
  '413': [3, 'INVALID_ARGUMENT', 'BODY_TOO_LARGE', 'The body is larger than 1048576 bytes.'],
  '415': [3, 'INVALID_ARGUMENT', 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.'],
  '429': [8, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'The organization has made its 600 calls of this minute: wait 42 seconds.'],
  '500': [13, 'INTERNAL', 'INTERNAL', 'Something went wrong on our side; the request id identifies the call.'],
  '503': [14, 'UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'The database cannot be reached at the moment.'],
  '504': [4, 'DEADLINE_EXCEEDED', 'STATEMENT_TIMEOUT', 'The call took longer than it may.'],
};

const WITH_BODY = new Set(['413', '415']);

/** Every error answer an operation can give, all in the one error body. */
export function errorResponses(method: string, effect: 'read' | 'write' | 'destructive'): Record<string, object> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const responses = Object.entries(ERRORS)
    .filter(([status]) => (hasBody || !WITH_BODY.has(status)) && (effect !== 'read' || status !== '409'))
    .map(([status, [code, name, reason, message]]) => {
      const example = {
        code,
        message,
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: ERROR_DOMAIN, metadata: {} },
          { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'req_5f0c2f1d9a3b4c5d6e7f8091' },
        ],
        error: { code: name, request_id: 'req_5f0c2f1d9a3b4c5d6e7f8091' },
      };
      const headers =
        status === '429' || status === '503' ? { ...RESPONSE_HEADERS, 'Retry-After': seconds('Seconds to wait.') } : RESPONSE_HEADERS;
      return [
        status,
        { description: `${name}.`, headers, content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' }, example } } },
      ];
    });
  return {
    ...(Object.fromEntries(responses) as Record<string, object>),
    default: {
      description: 'Any unexpected error.',
      headers: RESPONSE_HEADERS,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } },
    },
  };
}

/** Headers a caller may send with every call. */
export const SHARED_PARAMETERS = {
  ServiceApiVersion: {
    name: 'Service-API-Version',
    in: 'header',
    required: false,
    description: 'Pins MAJOR.MINOR.PATCH; the major must be that of the path.',
    schema: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$', maxLength: 20 },
    example: '1.0.0',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your own id for the call, 1 to 128 visible ASCII characters; echoed.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$', maxLength: 128 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the resource as you read it; when it has changed since, the call is refused with ABORTED (409).',
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
