import { Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { JWTPayload } from 'jose';
import type { Credential } from '#platform/auth/credentials';
import { RevokedTokens } from '#platform/auth/revoked-tokens';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { Unguarded } from '#platform/operations/operation.decorator';
import { AccessTokens } from './access-tokens';
import { CLIENT_PARAMETERS, ClientAuthentication } from './client-authentication';
import { OAuthError } from './oauth-error';
import { readParameters } from './parameters';
import { OAUTH_PATH } from './paths';
import { tokenCall } from './token-event';

const PARAMETERS = [...CLIENT_PARAMETERS, 'token', 'token_type_hint'] as const;

/** Lets a client revoke and check its own access tokens. */
@ApiExcludeController()
@Controller(OAUTH_PATH)
@Unguarded('clients authenticate as at the token endpoint')
export class TokenStatusController {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly tokens: AccessTokens,
    private readonly revoked: RevokedTokens,
  ) {}

  /** RFC 7009. An invalid or expired token counts as revoked. */
  @Post('revoke')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async revoke(@Req() request: AuthenticatedRequest): Promise<object> {
    request.operation = 'RevokeToken';
    const { credential, token } = await this.ask(request);
    const { clientId } = credential;
    const claims = await this.tokens.read(token);
    if (!claims) return {};
    if (claims['client_id'] !== clientId) throw new OAuthError('unauthorized_client', 'The token was issued to another client.');
    if (typeof claims.jti === 'string' && claims.exp !== undefined) {
      const by = tokenCall(request, credential, 'RevokeToken');
      await this.revoked.revoke(claims.jti, clientId, new Date(claims.exp * 1000 + GRACE_MS), by);
    }
    return {};
  }

  /** RFC 7662. A token of another client is reported as not active. */
  @Post('introspect')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async introspect(@Req() request: AuthenticatedRequest): Promise<object> {
    request.operation = 'IntrospectToken';
    const { credential, token } = await this.ask(request);
    const claims = await this.tokens.read(token);
    return claims?.['client_id'] === credential.clientId ? described(claims) : { active: false };
  }

  private async ask(request: AuthenticatedRequest): Promise<{ credential: Credential; token: string }> {
    const fields = readParameters(request, PARAMETERS);
    const authenticate = await this.clients.identify(request, fields);
    if (fields.token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
    const { credential } = await authenticate();
    return { credential, token: fields.token };
  }
}

/** Longer than the clock skew that verification allows. */
const GRACE_MS = 60_000;

function described({ scope, client_id, sub, iss, aud, exp, iat, jti, org }: JWTPayload): object {
  return { active: true, token_type: 'Bearer', scope, client_id, sub, iss, aud, exp, iat, jti, org };
}
