import type { Caller } from '#platform/identity/caller';
import { DEFAULT_BODY_LIMIT } from '#platform/http/json-body';
import type { OperationSpec } from './operation';

/** Overhead of an MCP message around the file in its arguments. */
const ENVELOPE = 65_536;

/** The largest body of an operation's own route. */
export function bodyLimitOf({ bodyLimit }: OperationSpec): number {
  return bodyLimit ?? DEFAULT_BODY_LIMIT;
}

/** The largest MCP message that calls this operation, or that calls none. */
export function messageLimitOf(operation: OperationSpec | undefined): number {
  return operation?.bodyLimit === undefined ? DEFAULT_BODY_LIMIT : operation.bodyLimit + ENVELOPE;
}

/** The largest MCP message of a caller: the tool is unknown until the message is read. */
export function largestMessageOf(caller: Caller, operations: readonly OperationSpec[]): number {
  const callable = operations.filter(({ scopes }) => scopes.every((scope) => caller.scopes.has(scope)));
  return Math.max(DEFAULT_BODY_LIMIT, ...callable.map(messageLimitOf));
}
