import { ApiError } from '#platform/errors/api-error';

export type UnauthenticatedReason =
  'TOKEN_MISSING' | 'TOKEN_MALFORMED' | 'TOKEN_EXPIRED' | 'TOKEN_REVOKED' | 'CREDENTIAL_REVOKED' | 'ORG_CLAIM_MISSING';

const MESSAGES: Record<UnauthenticatedReason, string> = {
  TOKEN_MISSING: 'The access token is missing: send Authorization: Bearer <access token>.',
  TOKEN_MALFORMED:
    'The access token is malformed or was not issued by this service: send exactly "Bearer", one space and the access token.',
  TOKEN_EXPIRED: 'The access token has expired: get a new one.',
  TOKEN_REVOKED: 'The access token was revoked. Request a new one.',
  CREDENTIAL_REVOKED: 'The credential behind the access token was deleted or rotated, or its organization is suspended.',
  ORG_CLAIM_MISSING: 'The access token has no organization claim.',
};

/** A call without a valid token. The challenge tells clients where to get one. */
export class Unauthenticated extends ApiError {
  constructor(reason: UnauthenticatedReason, metadataUrl: string) {
    const message = MESSAGES[reason];
    const quoted = message.replaceAll('"', "'");
    super(
      'UNAUTHENTICATED',
      message,
      reason,
      {},
      {
        headers: {
          'WWW-Authenticate': `Bearer realm="vendor-risk", error="${reason === 'TOKEN_MISSING' ? 'invalid_request' : 'invalid_token'}", error_description="${quoted}", resource_metadata="${metadataUrl}"`,
        },
      },
    );
  }
}
