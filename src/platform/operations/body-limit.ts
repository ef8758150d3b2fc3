import type { Caller } from '#platform/identity/caller';
import { DEFAULT_BODY_LIMIT } from '#platform/http/json-body';
import type { OperationSpec } from './operation';

/** What a protocol message adds around the file that its arguments carry. */
const ENVELOPE = 65_536;

/** The largest body of an operation's own route. */
export function bodyLimitOf({ bodyLimit }: OperationSpec): number {
  return bodyLimit ?? DEFAULT_BODY_LIMIT;
}

/** The largest message that calls an operation as a tool, or that calls none. */
export function messageLimitOf(operation: OperationSpec | undefined): number {
  return operation?.bodyLimit === undefined ? DEFAULT_BODY_LIMIT : operation.bodyLimit + ENVELOPE;
}

/** The largest message a caller may send at all: before it is read, nobody knows which tool it calls. */
export function largestMessageOf(caller: Caller, operations: readonly OperationSpec[]): number {
  const callable = operations.filter(({ scopes }) => scopes.every((scope) => caller.scopes.has(scope)));
  return Math.max(DEFAULT_BODY_LIMIT, ...callable.map(messageLimitOf));
}
