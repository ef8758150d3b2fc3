import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiExtraModels, ApiOkResponse, ApiOperation, ApiSecurity } from '@nestjs/swagger';
import type { Surface } from '#platform/identity/caller';
import { CallFactsInterceptor } from './call-facts.interceptor';
import { ChoosesFields } from './choose-fields';
import { EntityTagInterceptor } from './entity-tag.interceptor';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import type { OperationSpec } from './operation';
import { FORM_LIMIT, GATEWAY, SPEC, UNGUARDED } from './operation-metadata';

/** Declares a route to be a public operation. A route without it is refused at start. */
export function Operation<Request extends object, Response extends object>(spec: OperationSpec<Request, Response>): MethodDecorator {
  return applyDecorators(
    ChoosesFields(spec as unknown as OperationSpec), // first: the other decorators apply to the method that it returns
    SPEC(spec as unknown as OperationSpec),
    HttpCode(200),
    ApiOperation({ operationId: spec.name, summary: spec.summary, ...(spec.description && { description: spec.description }) }),
    ...(spec.anyScopeOf?.map((scope) => ApiSecurity('oauth2', [...spec.scopes, scope])) ?? [ApiSecurity('oauth2', [...spec.scopes])]),
    ApiExtraModels(spec.request, spec.response),
    ApiOkResponse({ type: spec.response, description: 'The call succeeded.' }),
    ...(spec.effect === 'read' ? [] : [UseInterceptors(CallFactsInterceptor, IdempotencyInterceptor)]),
    ...(spec.writable ? [UseInterceptors(EntityTagInterceptor)] : []),
  );
}

/** A route that needs no token and is not in the registry; `why` states the reason. */
export function Unguarded(why: string): ClassDecorator & MethodDecorator {
  return UNGUARDED(why);
}

/** The largest body, in bytes, of a route that needs no token. Forms above 256 KiB cannot be read. */
export function FormLimit(bytes: number): MethodDecorator {
  return FORM_LIMIT(bytes);
}

/**
 * A route that dispatches to operations, such as the MCP endpoint: it requires a token, and each call through it passes the
 * checks of its operation.
 */
export function Gateway(surface: Surface): MethodDecorator {
  return applyDecorators(GATEWAY(surface), ApiExcludeEndpoint());
}
