import type { Command, Query } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import type { Scope } from '#platform/identity/scope';
import type { ApiError } from '#platform/errors/api-error';
import type { Class } from '#platform/fields/field-definition';
import type { JsonText } from '#platform/http/json-text';
import type { StreamedBody } from '#platform/http/streamed-body';

export type Stage = 'alpha' | 'beta' | 'stable';

/** A command or query: the caller and the request. */
export type Message<Request extends object, Response extends object> = new (
  caller: Caller,
  request: Request,
) => Command<Response> | Command<JsonText<Response>> | Query<Response> | Query<JsonText<Response>> | Query<StreamedBody<Response>>;

/** One public operation, described once. Routes, guards, OpenAPI and MCP tools all read this. */
export interface OperationSpec<Request extends object = object, Response extends object = object> {
  /** operationId in OpenAPI and tool name in MCP. */
  name: string;
  summary: string;
  /** Purpose, alternatives and limits: read by people in Swagger UI and by agents over MCP. */
  description?: string;
  /** The caller needs all of them. */
  scopes: readonly Scope[];
  /** The caller also needs at least one of them; which one depends on the request, so the handler checks that. */
  anyScopeOf?: readonly Scope[];
  stage: Stage;
  version: `${number}.${number}.${number}`;
  /** Reads change nothing; writes take an Idempotency-Key; destructive ones cannot be undone. */
  effect: 'read' | 'write' | 'destructive';
  /** Repeating the same call has no further effect. */
  idempotent?: boolean;
  sends: Message<NoInfer<Request>, NoInfer<Response>>;
  request: Class<Request>;
  response: Class<Response>;
  /** A request that works on the demo data. */
  example?: Record<string, unknown>;
  /** For an example that works only once: the error reason, or the result, of the second call. */
  exampleOnce?: string;
  /** Its own error reasons, by HTTP status, besides those that every operation of its kind can give (src/platform/openapi/responses.ts). */
  refuses?: Partial<Record<400 | 403 | 404 | 409 | 410, readonly string[]>>;
  /** Picks the writable fields of the resource from an answer. Its ETag then contains their version, which If-Match on a PATCH compares. */
  writable?: (response: NoInfer<Response>) => object;
  /** Largest body in bytes, where 1 MiB is not enough. */
  bodyLimit?: number;
  /** Not offered as an MCP tool. */
  restOnly?: true;
  /** The answer is a stream of objects of the response class, in the format that the request names. */
  streams?: true;
  /** The answer contains a secret that is shown once: it is encrypted when it is stored for an Idempotency-Key. */
  showsSecret?: true;
  /** An organization may run only one call of it at a time; others are refused before their body is read. */
  oneAtATime?: () => ApiError;
}
