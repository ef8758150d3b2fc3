import type { Reason } from './generated/reasons.ts';
import type { Schemas } from './operation-types.ts';

type Status = Schemas['Status'];
type Detail = Status['details'][number];
type DetailOf<Name extends string> = Extract<Detail, { '@type': `type.googleapis.com/google.rpc.${Name}` }>;

export interface FieldViolation {
  field: string;
  description: string;
}

/** An error of the service. `reason` says exactly what happened and is stable. */
export class VendorRiskError extends Error {
  override readonly name = 'VendorRiskError';
  /** The name of the google.rpc code; undefined when the response came from a proxy. */
  readonly code: Status['error']['code'] | undefined;
  readonly reason: Reason | 'UNEXPECTED_ANSWER';
  readonly metadata: Readonly<Record<string, string>>;
  /** Every invalid field of the request. */
  readonly fieldViolations: readonly FieldViolation[];
  readonly details: readonly Detail[];
  readonly requestId: string | undefined;

  constructor(
    readonly operation: string,
    readonly status: number,
    body: unknown,
    requestId: string | null,
    readonly retryAfterSeconds?: number,
  ) {
    const status_ = isStatus(body) ? body : undefined;
    super(`${operation}: ${status_?.message ?? `HTTP ${status}`}`);
    this.code = status_?.error.code;
    this.details = status_?.details ?? [];
    const info = this.detail('ErrorInfo');
    this.reason = (info?.reason as Reason | undefined) ?? 'UNEXPECTED_ANSWER';
    this.metadata = info?.metadata ?? {};
    this.fieldViolations = this.detail('BadRequest')?.fieldViolations ?? [];
    this.requestId = status_?.error.request_id ?? requestId ?? undefined;
  }

  /** A detail of the error by its name, such as ResourceInfo. */
  detail<Name extends 'ErrorInfo' | 'BadRequest' | 'RetryInfo' | 'ResourceInfo' | 'PreconditionFailure' | 'RequestInfo'>(
    name: Name,
  ): DetailOf<Name> | undefined {
    return this.details.find((detail): detail is DetailOf<Name> => detail['@type'].endsWith(`.${name}`));
  }
}

/** The service issued no token: the client id, the secret or the address is wrong. */
export class TokenError extends Error {
  override readonly name = 'TokenError';

  constructor(
    readonly status: number,
    /** The code of RFC 6749, such as invalid_client. */
    readonly error: string,
    description: string,
    readonly requestId: string | undefined,
  ) {
    super(`No access token: ${description}`);
  }
}

function isStatus(body: unknown): body is Status {
  const given = body as Partial<Status> | null | undefined;
  return typeof given?.message === 'string' && Array.isArray(given.details) && typeof given.error === 'object';
}
