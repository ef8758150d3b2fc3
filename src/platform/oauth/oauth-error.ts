import { HttpException } from '@nestjs/common';

type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'invalid_target' | 'unsupported_grant_type' | 'slow_down';

/** A refusal in RFC 6749's own form. */
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
