import { RPC_CODES, type RpcCode } from './rpc-code';

export interface FieldViolation {
  field: string;
  description: string;
}

/** Optional parts of an error; each becomes a google.rpc detail or a header. */
export interface ErrorExtras {
  violations?: readonly FieldViolation[];
  retryAfterSeconds?: number;
  resource?: { type: string; name: string };
  /** Violated preconditions, one line each. */
  preconditions?: readonly { type: string; subject: string; description: string }[];
  headers?: Readonly<Record<string, string>>;
  /** Set when the HTTP status is not the default of the code (413, 415). */
  httpStatus?: number;
}

/** An error that the caller may see. Any other exception is a defect and is answered as INTERNAL. */
export class ApiError extends Error {
  constructor(
    readonly code: RpcCode,
    message: string,
    /** Stable UPPER_SNAKE reason, listed in docs/errors.md. */
    readonly reason: string,
    readonly metadata: Readonly<Record<string, string>> = {},
    readonly extras: ErrorExtras = {},
  ) {
    super(message);
    this.name = new.target.name;
  }

  get httpStatus(): number {
    return this.extras.httpStatus ?? RPC_CODES[this.code].http;
  }
}

export class InvalidArgument extends ApiError {
  constructor(
    message: string,
    reason = 'INVALID_REQUEST',
    violations: readonly FieldViolation[] = [],
    metadata: Record<string, string> = {},
  ) {
    super('INVALID_ARGUMENT', message, reason, metadata, { violations });
  }
}

export class PermissionDenied extends ApiError {
  constructor(message: string, reason: string, metadata: Record<string, string> = {}, headers: Record<string, string> = {}) {
    super('PERMISSION_DENIED', message, reason, metadata, { headers });
  }
}

export class NotFound extends ApiError {
  constructor(
    resourceType: string,
    name: string,
    reason = `${resourceType.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`,
    message = `There is no ${resourceType} ${JSON.stringify(name)}.`,
  ) {
    super('NOT_FOUND', message, reason, {}, { resource: { type: resourceType, name } });
  }
}

export class AlreadyExists extends ApiError {
  constructor(message: string, reason: string, metadata: Record<string, string>, resource: { type: string; name: string }) {
    super('ALREADY_EXISTS', message, reason, metadata, { resource });
  }
}

export class FailedPrecondition extends ApiError {
  constructor(message: string, reason: string, metadata: Record<string, string> = {}, subjects: readonly string[] = []) {
    super('FAILED_PRECONDITION', message, reason, metadata, {
      preconditions: subjects.map((subject) => ({ type: reason, subject, description: message })),
    });
  }
}

export class Aborted extends ApiError {
  constructor(message: string, reason: string) {
    super('ABORTED', message, reason);
  }
}

export class Unavailable extends ApiError {
  constructor(message: string, reason: string, retryAfterSeconds = 1) {
    super('UNAVAILABLE', message, reason, {}, { retryAfterSeconds });
  }
}
