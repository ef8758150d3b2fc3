import { HttpException } from '@nestjs/common';

/** Codes of the endpoints that OpenAPI describes. */
export const OAUTH_ERROR_CODES = [
  'access_denied',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'slow_down',
  'unauthorized_client',
  'unsupported_grant_type',
] as const;

type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number] | 'unsupported_response_type';

interface Extras {
  headers?: Record<string, string>;
  /** The reason as in the rest of the API. */
  reason?: string;
}

/** An error in the format of RFC 6749. */
export class OAuthError extends HttpException {
  readonly headers: Record<string, string>;
  /** For the log. */
  readonly reason: string;

  constructor(
    readonly error: OAuthErrorCode,
    description: string,
    status = 400,
    { headers = {}, reason }: Extras = {},
  ) {
    super({ error, error_description: description.replace(/[^\x20-\x7e]|["\\]/g, "'"), ...(reason !== undefined && { reason }) }, status);
    this.headers = headers;
    this.reason = reason ?? error;
  }
}
