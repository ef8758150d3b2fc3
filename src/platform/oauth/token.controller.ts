import { All, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { Unguarded } from '#platform/operations/operation.decorator';
import { API_PREFIX } from '#platform/operations/operation.registry';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { ASSERTION_ALGORITHMS } from '#platform/auth/client-keys';
import { ALL_SCOPES, type Scope } from '#platform/identity/scope';
import { SigningKeys } from '#platform/auth/signing-keys';
import { CLIENT_AUTHENTICATION_METHODS, CLIENT_PARAMETERS, ClientAuthentication } from './client-authentication';
import { OAuthError } from './oauth-error';
import { readParameters } from './parameters';
import { INTROSPECTION_PATH, OAUTH_PATH, REVOCATION_PATH, TOKEN_PATH } from './paths';
import { tokenEvent } from './token-event';
import { TokenIssuer } from './token-issuer';

const PARAMETERS = [...CLIENT_PARAMETERS, 'grant_type', 'scope', 'resource'] as const;

@ApiExcludeController()
@Controller(OAUTH_PATH)
@Unguarded('clients get their tokens here')
export class TokenController {
  constructor(
    private readonly env: Env,
    private readonly clients: ClientAuthentication,
    private readonly issuer: TokenIssuer,
    private readonly database: Database,
  ) {}

  @Post('token')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Header('Pragma', 'no-cache')
  async token(@Req() request: AuthenticatedRequest) {
    request.operation = 'Token';
    const fields = readParameters(request, PARAMETERS);
    const authenticate = await this.clients.identify(request, fields);
    if (fields.grant_type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
    if (fields.grant_type !== 'client_credentials') throw new OAuthError('unsupported_grant_type', 'Only client_credentials is supported.');
    this.checkResource(fields.resource);

    const client = await authenticate();
    const scopes = grant(client.credential.scopes, fields.scope);
    const { token, lifetimeSeconds } = await this.issuer.issue(client, scopes);
    // Recorded before the token is returned: no token is missing from the audit log.
    await this.database.write(client.credential.organization.id, [tokenEvent(request, client.credential, scopes)]);
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: scopes.join(' '),
    };
  }

  /** Common clients refuse metadata without an authorization endpoint. This one always answers that the grant is not supported. */
  @All('authorize')
  authorize(): never {
    throw new OAuthError('unsupported_response_type', 'Only the client_credentials grant is supported.');
  }

  private checkResource(resource: string | undefined): void {
    if (resource === undefined) return;
    const known = [this.env.baseUrl, `${this.env.baseUrl}/${API_PREFIX}`, `${this.env.baseUrl}/${API_PREFIX}/mcp`];
    if (!known.includes(resource.endsWith('/') ? resource.slice(0, -1) : resource))
      throw new OAuthError('invalid_target', 'resource does not name this service.');
  }
}

@ApiExcludeController()
@Controller('.well-known')
@Unguarded('metadata that clients read before they have a token')
export class WellKnownController {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  @Get('jwks.json')
  async jwks(@Res({ passthrough: true }) response: Response) {
    response.setHeader('Cache-Control', 'public, max-age=300');
    response.setHeader('Access-Control-Allow-Origin', '*');
    return { keys: await this.keys.published() };
  }

  @Get('oauth-authorization-server')
  authorizationServer(@Res({ passthrough: true }) response: Response) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    const base = this.env.baseUrl;
    return {
      issuer: base,
      token_endpoint: `${base}${TOKEN_PATH}`,
      authorization_endpoint: `${base}${OAUTH_PATH}/authorize`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
      token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
      revocation_endpoint: `${base}${REVOCATION_PATH}`,
      revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
      revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
      introspection_endpoint: `${base}${INTROSPECTION_PATH}`,
      introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
      introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
      scopes_supported: ALL_SCOPES,
      service_documentation: `${base}/docs`,
    };
  }

  @Get(['oauth-protected-resource', 'oauth-protected-resource/public/v1', 'oauth-protected-resource/public/v1/mcp'])
  protectedResource(@Req() request: AuthenticatedRequest, @Res({ passthrough: true }) response: Response) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    return {
      resource: `${this.env.baseUrl}${request.path.slice('/.well-known/oauth-protected-resource'.length)}`,
      authorization_servers: [this.env.baseUrl],
      scopes_supported: ALL_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Vendor-Risk API',
      resource_documentation: `${this.env.baseUrl}/docs`,
    };
  }
}

/** The requested scopes that the credential holds; all that it holds when none are requested. */
function grant(held: readonly Scope[], asked: string | undefined): readonly Scope[] {
  if (asked === undefined) return held;
  const names = asked.split(' ');
  const granted = held.filter((scope) => names.includes(scope));
  if (granted.length === 0) throw new OAuthError('invalid_scope', 'The credential holds none of the requested scopes.');
  return granted;
}
