import Ajv from 'ajv';
import type { Answer } from './organization';

/** HTTP status, google.rpc number and name that belong together. */
const CODES: Record<string, readonly [number: number, ...statuses: number[]]> = {
  INVALID_ARGUMENT: [3, 400, 413, 415, 431],
  UNAUTHENTICATED: [16, 401],
  PERMISSION_DENIED: [7, 403],
  NOT_FOUND: [5, 404],
  UNIMPLEMENTED: [12, 405],
  ALREADY_EXISTS: [6, 409],
  FAILED_PRECONDITION: [9, 409, 412],
  ABORTED: [10, 409],
  GONE: [12, 410],
  RESOURCE_EXHAUSTED: [8, 429],
  INTERNAL: [13, 500],
  UNAVAILABLE: [14, 503],
  DEADLINE_EXCEEDED: [4, 504, 408],
};

const text = { type: 'string', minLength: 1, maxLength: 4096 };
const list = (items: object) => ({ type: 'array', items, minItems: 1, maxItems: 100 });
const exactly = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const detail = (name: string, properties: Record<string, object>) =>
  exactly({ '@type': { const: `type.googleapis.com/google.rpc.${name}` }, ...properties });

const DETAILS = [
  detail('ErrorInfo', {
    reason: { type: 'string', pattern: '^[A-Z][A-Z0-9_]{1,61}[A-Z0-9]$' },
    domain: { const: 'vendor-risk' },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  detail('BadRequest', { fieldViolations: list(exactly({ field: text, description: text })) }),
  detail('RetryInfo', { retryDelay: { type: 'string', pattern: '^[0-9]+s$' } }),
  detail('ResourceInfo', { resourceType: text, resourceName: { type: 'string' } }),
  detail('PreconditionFailure', { violations: list(exactly({ type: text, subject: text, description: text })) }),
  detail('RequestInfo', { requestId: text }),
];

const validate = new Ajv({ allErrors: true }).compile(
  exactly({
    code: { type: 'integer' },
    message: text,
    details: { type: 'array', items: { anyOf: DETAILS }, minItems: 2, maxItems: 6 },
    error: exactly({ code: { enum: Object.keys(CODES) }, request_id: text }),
  }),
);

interface Body {
  code: number;
  details: ({ '@type': string } & Record<string, unknown>)[];
  error: { code: string; request_id: string };
}

/** Why an answer is not a valid and consistent error body. */
export function errorFaults(answer: Answer): string[] {
  if (!validate(answer.body)) return (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message ?? ''}`);
  const { code, details, error } = answer.body as unknown as Body;
  const [number, ...statuses] = CODES[error.code] ?? [];
  const expected: [string, boolean][] = [
    [`code ${code} is not that of ${error.code}`, code === number],
    [`${error.code} does not go with ${answer.status}`, statuses.includes(answer.status)],
    ['ErrorInfo does not come first', details[0]?.['@type'] === 'type.googleapis.com/google.rpc.ErrorInfo'],
    ['RequestInfo does not come last', details.at(-1)?.requestId === error.request_id],
    ['a detail comes twice', new Set(details.map((each) => each['@type'])).size === details.length],
    ['X-Request-Id differs', answer.headers.get('x-request-id') === error.request_id],
    ['it is not JSON in UTF-8', answer.headers.get('content-type') === 'application/json; charset=utf-8'],
  ];
  return expected.filter(([, holds]) => !holds).map(([fault]) => fault);
}

/** Asserts that an answer is the error body with this status and reason. */
export function expectError(answer: Answer, status: number, reason: string): void {
  expect({ status: answer.status, faults: errorFaults(answer), body: answer.body as unknown }).toEqual({
    status,
    faults: [],
    body: answer.body,
  });
  expect((answer.body as Body).details[0]).toMatchObject({ reason });
}

/** The invalid fields that an error lists. */
export function violatedFields(answer: Answer): string[] {
  const found = (answer.body as Body).details.find((each) => each['@type'].endsWith('.BadRequest'));
  return ((found?.fieldViolations ?? []) as { field: string }[]).map(({ field }) => field);
}
