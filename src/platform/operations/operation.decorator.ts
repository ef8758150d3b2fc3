import { applyDecorators, HttpCode } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExcludeEndpoint, ApiExtraModels, ApiOkResponse, ApiOperation, ApiSecurity } from '@nestjs/swagger';
import type { Surface } from '#platform/auth/caller';
import type { OperationSpec } from './operation';

const SPEC = Reflector.createDecorator<OperationSpec>();
const UNGUARDED = Reflector.createDecorator<string>();
const GATEWAY = Reflector.createDecorator<Surface>();

/** Declares a route to be a public operation. A route without it is refused at start. */
export function Operation<Request extends object, Response extends object>(spec: OperationSpec<Request, Response>): MethodDecorator {
  return applyDecorators(
    SPEC(spec as unknown as OperationSpec),
    HttpCode(200),
    ApiOperation({ operationId: spec.name, summary: spec.summary, ...(spec.description && { description: spec.description }) }),
    ApiSecurity('oauth2', [...spec.scopes]),
    ApiExtraModels(spec.request, spec.response),
    ApiOkResponse({ type: spec.response, description: 'The call succeeded.' }),
  );
}

/** A route outside the registry that needs no token; why says what makes that right. */
export function Unguarded(why: string): ClassDecorator & MethodDecorator {
  return UNGUARDED(why);
}

/** A route that is no operation but leads to them: it takes a token, and each call through it meets its operation's own checks. */
export function Gateway(surface: Surface): MethodDecorator {
  return applyDecorators(GATEWAY(surface), ApiExcludeEndpoint());
}

export function operationOf(handler: object): OperationSpec | undefined {
  return Reflect.getMetadata(SPEC.KEY, handler) as OperationSpec | undefined;
}

export function isUnguarded(handler: object, controller: object): boolean {
  return Reflect.hasMetadata(UNGUARDED.KEY, handler) || Reflect.hasMetadata(UNGUARDED.KEY, controller);
}

export function isGateway(handler: object): boolean {
  return Reflect.hasMetadata(GATEWAY.KEY, handler);
}

/** Which way in a route belongs to. */
export function surfaceOf(handler: object): Surface {
  return (Reflect.getMetadata(GATEWAY.KEY, handler) as Surface | undefined) ?? 'rest';
}
