import { ERROR_DOMAIN } from '#platform/errors/error-body';
import { RPC_CODES } from '#platform/errors/rpc-code';

type Schema = Record<string, unknown>;

const DETAIL_TYPE = 'type.googleapis.com/google.rpc.';
const SHARED_DETAILS = ['BadRequest', 'RetryInfo', 'ResourceInfo', 'PreconditionFailure', 'RequestInfo'] as const;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = (maxLength: number, extras: Schema = {}) => ({ type: 'string', maxLength, ...extras });

function object(properties: Record<string, Schema>, extras: Schema = {}): Schema {
  return { type: 'object', ...extras, properties, required: Object.keys(properties), additionalProperties: false };
}

function detail(name: string, description: string, properties: Record<string, Schema>): Schema {
  return object({ '@type': { type: 'string', const: `${DETAIL_TYPE}${name}` }, ...properties }, { description });
}

/** The error body with any reason, and the parts that every error body has. */
export function sharedStatusSchemas(): Record<string, Schema> {
  return {
    BadRequest: detail('BadRequest', 'Every invalid field of the request.', {
      fieldViolations: {
        type: 'array',
        maxItems: 100,
        items: object({
          field: text(4096, { description: 'Its path.', example: 'filters[2].rule.comparison' }),
          description: text(4096, { example: 'is required' }),
        }),
      },
    }),
    RetryInfo: detail('RetryInfo', 'When to repeat the call.', { retryDelay: text(16, { pattern: '^\\d+s$', example: '42s' }) }),
    ResourceInfo: detail('ResourceInfo', 'The resource that is missing or in conflict.', {
      resourceType: text(64, { example: 'vendor' }),
      resourceName: text(65_536),
    }),
    PreconditionFailure: detail('PreconditionFailure', 'The failed preconditions.', {
      violations: {
        type: 'array',
        maxItems: 1000,
        items: object({
          type: text(64, { description: 'The reason.' }),
          subject: text(4096, { description: 'What it is about.' }),
          description: text(4096),
        }),
      },
    }),
    RequestInfo: detail('RequestInfo', 'Identifies the call for support.', { requestId: text(128) }),
    StatusError: object({
      code: { type: 'string', enum: Object.keys(RPC_CODES), description: 'Name of the google.rpc code.' },
      request_id: text(128, {
        example: 'req_5f0c2f1d9a3b4c5d6e7f8091',
        description: 'Identifies the call for support; equal to X-Request-Id.',
      }),
    }),
    ...statusSchemas('', text(63, { pattern: '^[A-Z][A-Z0-9_]+$' })),
  };
}

/** The error body with only these reasons. */
export function statusSchemasWith(prefix: string, reasons: readonly string[]): Record<string, Schema> {
  return statusSchemas(prefix, { type: 'string', enum: [...new Set(reasons)].sort() });
}

function statusSchemas(prefix: string, reason: Schema): Record<string, Schema> {
  const errorInfo = `${prefix}ErrorInfo`;
  const entries = SHARED_DETAILS.map((name): [string, string] => [`${DETAIL_TYPE}${name}`, reference(name).$ref]);
  const mapping = Object.fromEntries([[`${DETAIL_TYPE}ErrorInfo`, reference(errorInfo).$ref], ...entries]) as Record<string, string>;
  return {
    [errorInfo]: detail('ErrorInfo', 'What happened.', {
      reason: { ...reason, description: 'Stable: programs may rely on it. See /docs/errors.' },
      domain: { type: 'string', const: ERROR_DOMAIN },
      metadata: { type: 'object', maxProperties: 20, additionalProperties: text(65_536) },
    }),
    [`${prefix}Status`]: object(
      {
        code: {
          type: 'integer',
          format: 'int32',
          enum: [...new Set(Object.values(RPC_CODES).map(({ number }) => number))].sort((a, b) => a - b),
          minimum: 0,
          maximum: 16,
          description: 'google.rpc code.',
        },
        message: text(65_536, { example: 'limit: must not be less than 0', description: 'English, for developers; may change.' }),
        details: {
          type: 'array',
          maxItems: 10,
          description: 'ErrorInfo first; BadRequest, RetryInfo, ResourceInfo, PreconditionFailure where they apply; RequestInfo last.',
          items: { oneOf: [errorInfo, ...SHARED_DETAILS].map(reference), discriminator: { propertyName: '@type', mapping } },
        },
        error: reference('StatusError'),
      },
      { description: 'The body of an error.' },
    ),
  };
}
