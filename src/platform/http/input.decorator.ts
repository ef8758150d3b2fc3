import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidArgument } from '#platform/errors/api-error';
import { operationOf } from '#platform/operations/operation.decorator';
import { readRequest } from './read-request';

/** The operation's whole request: path parameters with the body (or, of a GET or DELETE, the query), checked. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  const spec = operationOf(context.getHandler());
  if (!spec) throw new Error('@Input belongs to an @Operation.');
  const inQuery = request.method === 'GET' || request.method === 'DELETE';
  if (inQuery) return readRequest(spec.request, { ...request.query, ...request.params }, { fromText: true });

  const surplus = Object.keys(request.query)[0];
  if (surplus !== undefined) {
    throw new InvalidArgument('This call takes its input in the body.', 'INVALID_REQUEST', [
      { field: surplus.slice(0, 200), description: 'is not a query parameter of this call' },
    ]);
  }
  const body: unknown = request.body;
  if (body === undefined) throw new InvalidArgument('This call needs a JSON body.', 'BODY_MISSING');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new InvalidArgument('The body must be a JSON object.', 'INVALID_REQUEST');
  return readRequest(spec.request, Object.keys(request.params).length === 0 ? body : { ...body, ...request.params });
});
