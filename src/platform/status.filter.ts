import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { requestOf, responseOf, type AuthenticatedRequest } from '#platform/identity/caller';
import { OAuthError } from '#platform/oauth/oauth-error';
import { OAUTH_ENDPOINTS } from '#platform/oauth/paths';
import { RefusalPace } from '#platform/http/refusal-pace';
import { Refusals } from '#platform/http/refusals';
import { writeDecisions } from '#platform/http/decision-headers';
import { BearerGuard } from '#platform/operations/bearer.guard';
import { RefusalLog } from '#platform/operations/refusal-log';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { RateLimit, rateLimitExceeded } from '#platform/rate-limit/rate-limit';
import { ApiError, InvalidArgument } from '#platform/errors/api-error';
import { errorBody, errorHeaders } from '#platform/errors/error-body';

/** Errors that are decided before authentication. */
const BEFORE_TOKEN = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'OPERATION_RETIRED']);

/** Answers every error with the standard error body (OAuth's at the OAuth endpoints) and with the rate-limit and deprecation headers. */
@Catch()
export class StatusFilter implements ExceptionFilter {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly registry: OperationRegistry,
    private readonly refusals: Refusals,
    private readonly bearer: BearerGuard,
    private readonly rateLimit: RateLimit,
    private readonly refusalLog: RefusalLog,
    private readonly pace: RefusalPace,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = requestOf(host);
    const response = responseOf(host);
    if (thrown instanceof OAuthError) {
      for (const [name, value] of Object.entries(thrown.headers)) response.setHeader(name, value);
      response.setHeader('Cache-Control', 'no-store');
      request.reason = thrown.reason;
      this.refusalLog.note(request, thrown.getStatus(), thrown.reason);
      this.reply(host, thrown.getResponse(), thrown.getStatus());
      return;
    }
    const error = this.refusal(thrown, request);
    if (!BEFORE_TOKEN.has(error.reason) || request.headers.authorization === undefined) {
      this.answer(error, host);
      return;
    }
    void this.count(error, host).then((counted) => {
      this.answer(counted, host);
    });
  }

  private answer(error: ApiError, host: ArgumentsHost): void {
    const request = requestOf(host);
    const response = responseOf(host);
    request.reason = error.reason;
    if (request.method === 'POST' && OAUTH_ENDPOINTS.has(request.path) && error.httpStatus < 500) {
      this.catch(new OAuthError('invalid_request', error.message, error.httpStatus, { headers: errorHeaders(error) }), host);
      return;
    }
    this.refusalLog.note(request, error.httpStatus, error.reason);
    writeDecisions(request, response);
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(errorHeaders(error))) response.setHeader(name, value);
    this.reply(host, errorBody(error, request.requestId), error.httpStatus);
  }

  private reply(host: ArgumentsHost, body: unknown, status: number): void {
    const response = responseOf(host);
    const answer = () => void this.adapter.httpAdapter.reply(response, body, status);
    if (status === 429 || (status === 409 && response.hasHeader('Retry-After'))) this.pace.pace(requestOf(host), answer);
    else answer();
  }

  /** A call with a valid token counts towards the rate limit wherever it fails. A call without one gets its error unchanged. */
  private async count(error: ApiError, host: ArgumentsHost): Promise<ApiError> {
    const request = requestOf(host);
    request.surface ??= this.registry.surfaceAt(request.path);
    try {
      request.caller = await this.bearer.callerOf(host);
      request.rateLimit = await this.rateLimit.count(request.caller, request.surface);
    } catch {
      return error;
    }
    return request.rateLimit.allowed ? error : rateLimitExceeded(request.rateLimit);
  }

  private refusal(thrown: unknown, request: AuthenticatedRequest): ApiError {
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return this.unknownRoute(request);
    if (thrown instanceof URIError || (thrown as { status?: number } | null)?.status === 400) {
      return new InvalidArgument('The URL is not properly percent-encoded.', 'MALFORMED_URL');
    }
    return this.refusals.of(thrown, request.requestId);
  }

  private unknownRoute(request: AuthenticatedRequest): ApiError {
    const allowed = this.registry.methodsOf(request.path);
    if (allowed.length === 0) {
      return new ApiError(
        'NOT_FOUND',
        'There is no route at this path.',
        'ROUTE_NOT_FOUND',
        {},
        { resource: { type: 'route', name: request.path.slice(0, 200) } },
      );
    }
    const allow = allowed.join(', ');
    return new ApiError(
      'UNIMPLEMENTED',
      `This path supports only ${allow}.`,
      'METHOD_NOT_ALLOWED',
      { allow },
      { headers: { Allow: allow } },
    );
  }
}
