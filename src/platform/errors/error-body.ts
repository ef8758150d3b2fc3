import type { ApiError } from './api-error';
import { RPC_CODES } from './rpc-code';

export const ERROR_DOMAIN = 'vendor-risk';

type Detail = { '@type': string } & Record<string, unknown>;

/** The standard error body of the service. */
export interface ErrorBody {
  code: number;
  message: string;
  details: Detail[];
  error: { code: string; request_id: string };
}

function detail(name: string, content: Record<string, unknown>): Detail {
  return { '@type': `type.googleapis.com/google.rpc.${name}`, ...content };
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const { violations, retryAfterSeconds, resource, preconditions } = error.extras;
  const details = [detail('ErrorInfo', { reason: error.reason, domain: ERROR_DOMAIN, metadata: error.metadata })];
  if (violations && violations.length > 0) details.push(detail('BadRequest', { fieldViolations: violations }));
  if (retryAfterSeconds !== undefined) details.push(detail('RetryInfo', { retryDelay: `${retryAfterSeconds}s` }));
  if (resource) details.push(detail('ResourceInfo', { resourceType: resource.type, resourceName: resource.name }));
  if (preconditions && preconditions.length > 0) details.push(detail('PreconditionFailure', { violations: preconditions }));
  details.push(detail('RequestInfo', { requestId }));
  return {
    code: RPC_CODES[error.code].number,
    message: error.message,
    details,
    error: { code: error.code, request_id: requestId },
  };
}

/** The headers of an error. */
export function errorHeaders(error: ApiError): Record<string, string> {
  const { headers, retryAfterSeconds } = error.extras;
  return { ...headers, ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }) };
}
