import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#platform/identity/caller';
import type { Request } from 'express';
import { InvalidArgument } from '#platform/errors/api-error';
import { operationOf } from './operation-metadata';
import { readRequest } from '#platform/http/read-request';

const IN_QUERY = new Set(['GET', 'HEAD', 'DELETE']);

/** The operation's whole request: path parameters with the body (or, of a GET or DELETE, the query), checked. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = requestOf(context);
  const spec = operationOf(context.getHandler());
  if (!spec) throw new Error('@Input belongs to an @Operation.');
  if (IN_QUERY.has(request.method)) return readRequest(spec.request, merge(request.query, request.params), { fromText: true });

  const surplus = Object.keys(request.query).slice(0, 100);
  if (surplus.length > 0) {
    const violations = surplus.map((name) => ({ field: name.slice(0, 200) || '""', description: 'is not a query parameter of this call' }));
    throw new InvalidArgument('This call takes its input in the body.', 'INVALID_REQUEST', violations);
  }
  const body: unknown = request.body;
  if (body === undefined) throw new InvalidArgument('This call needs a JSON body.', 'BODY_MISSING');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new InvalidArgument('The body must be a JSON object.', 'INVALID_REQUEST');
  return readRequest(spec.request, merge(body, request.params));
});

/** What the address names is said there alone: the same name in the query or body would be ignored, so it is refused. */
function merge(given: object, params: Request['params']): object {
  const names = Object.keys(params);
  if (names.length === 0) return given;
  const twice = names.find((name) => Object.hasOwn(given, name));
  if (twice !== undefined) {
    throw new InvalidArgument('A path parameter is repeated in the query or body.', 'INVALID_REQUEST', [
      { field: twice, description: 'belongs in the address alone' },
    ]);
  }
  return { ...given, ...params };
}
