import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { OAuthError } from '#platform/oauth/oauth-error';
import { TOKEN_PATH } from '#platform/oauth/token.controller';
import { Refusals } from '#platform/http/refusals';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { ApiError, InvalidArgument } from '#platform/errors/api-error';
import { errorBody, errorHeaders } from '#platform/errors/error-body';

/** Whatever goes wrong leaves the service in the one error body (at the token endpoint, in OAuth's own). */
@Catch()
export class StatusFilter implements ExceptionFilter {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly registry: OperationRegistry,
    private readonly refusals: Refusals,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<AuthenticatedRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (thrown instanceof OAuthError || isOAuthEndpoint(request.path, thrown)) {
      const exception = thrown as HttpException & { headers?: Record<string, string> };
      for (const [name, value] of Object.entries(exception.headers ?? {})) response.setHeader(name, value);
      response.setHeader('Cache-Control', 'no-store');
      if (thrown instanceof OAuthError) request.reason = thrown.error;
      this.adapter.httpAdapter.reply(response, exception.getResponse(), exception.getStatus());
      return;
    }
    const error = this.refusal(thrown, request);
    request.reason = error.reason;
    if (request.method === 'POST' && request.path === TOKEN_PATH && error.httpStatus < 500) {
      this.catch(new OAuthError('invalid_request', error.message, error.httpStatus, errorHeaders(error)), host);
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(errorHeaders(error))) response.setHeader(name, value);
    this.adapter.httpAdapter.reply(response, errorBody(error, request.requestId), error.httpStatus);
  }

  private refusal(thrown: unknown, request: AuthenticatedRequest): ApiError {
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return this.unknownRoute(request);
    if (thrown instanceof URIError || (thrown as { status?: number } | null)?.status === 400) {
      return new InvalidArgument('The address is not properly percent-encoded.', 'MALFORMED_URL');
    }
    return this.refusals.of(thrown, request.requestId);
  }

  private unknownRoute(request: AuthenticatedRequest): ApiError {
    const allowed = this.registry.methodsOf(request.path);
    if (allowed.length === 0) {
      return new ApiError(
        'NOT_FOUND',
        'There is nothing at this address.',
        'ROUTE_NOT_FOUND',
        {},
        { resource: { type: 'route', name: request.path.slice(0, 200) } },
      );
    }
    const allow = allowed.join(', ');
    return new ApiError(
      'UNIMPLEMENTED',
      `This address answers to ${allow} only.`,
      'METHOD_NOT_ALLOWED',
      { allow },
      { headers: { Allow: allow } },
    );
  }
}

function isOAuthEndpoint(path: string, thrown: unknown): boolean {
  return thrown instanceof HttpException && thrown.getStatus() === 400 && path === '/v1/oauth/authorize';
}
