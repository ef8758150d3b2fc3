import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#platform/identity/caller';
import type { Request } from 'express';
import { InvalidArgument } from '#platform/errors/api-error';
import { operationOf } from './operation-metadata';
import { readRequest } from '#platform/fields/read-request';

const IN_QUERY = new Set(['GET', 'HEAD', 'DELETE']);

/** The validated request of an operation: its path parameters with the body, or with the query for GET and DELETE. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = requestOf(context);
  const spec = operationOf(context.getHandler());
  if (!spec) throw new Error('@Input belongs to an @Operation.');
  if (IN_QUERY.has(request.method)) return readRequest(spec.request, merge(request.query, request.params), { fromText: true });

  const surplus = Object.keys(request.query).slice(0, 100);
  if (surplus.length > 0) {
    const violations = surplus.map((name) => ({ field: name.slice(0, 200) || '""', description: 'is not a query parameter of this call' }));
    throw new InvalidArgument('Send the input of this call in the body, not in the query.', 'INVALID_REQUEST', violations);
  }
  const body: unknown = request.body;
  if (body === undefined) throw new InvalidArgument('This call needs a JSON body.', 'BODY_MISSING');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new InvalidArgument('The body must be a JSON object.', 'INVALID_REQUEST');
  return readRequest(spec.request, merge(body, request.params));
});

/** A path parameter must not be repeated in the query or body: the repetition would be ignored, so it is refused. */
function merge(given: object, params: Request['params']): object {
  const names = Object.keys(params);
  if (names.length === 0) return given;
  const twice = names.find((name) => Object.hasOwn(given, name));
  if (twice !== undefined) {
    throw new InvalidArgument('A path parameter is repeated in the query or body.', 'INVALID_REQUEST', [
      { field: twice, description: 'belongs in the path only' },
    ]);
  }
  return { ...given, ...params };
}
