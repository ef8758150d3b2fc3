import { HttpException } from '@nestjs/common';

type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'invalid_target' | 'unsupported_grant_type' | 'slow_down';

/** An error in the format of RFC 6749. */
export class OAuthError extends HttpException {
  constructor(
    readonly error: OAuthErrorCode,
    description: string,
    status = 400,
    readonly headers: Record<string, string> = {},
  ) {
    super({ error, error_description: description.replace(/[^\x20-\x7e]|["\\]/g, "'") }, status);
  }
}
