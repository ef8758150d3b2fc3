import { All, Body, Controller, Get, Header, Headers, HttpCode, HttpException, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Env } from '#platform/config/env';
import { Unguarded } from '#platform/operations/operation.decorator';
import { API_PREFIX } from '#platform/operations/operation.registry';
import { TokenEndpointLimit } from './token-endpoint-limit';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { Credentials } from '#platform/auth/credentials';
import { ALL_SCOPES, type Scope } from '#platform/identity/scope';
import { SigningKeys } from '#platform/auth/signing-keys';
import { OAuthError } from './oauth-error';
import { TokenIssuer } from './token-issuer';

export const OAUTH_PATH = '/v1/oauth';
export const TOKEN_PATH = `${OAUTH_PATH}/token`;

interface ClientSecret {
  id: string;
  secret: string;
  fromHeader: boolean;
}

@ApiExcludeController()
@Controller(OAUTH_PATH)
@Unguarded('clients get their token here')
export class TokenController {
  constructor(
    private readonly env: Env,
    private readonly credentials: Credentials,
    private readonly issuer: TokenIssuer,
    private readonly limit: TokenEndpointLimit,
  ) {}

  @Post('token')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Header('Pragma', 'no-cache')
  async token(@Req() request: AuthenticatedRequest, @Headers('authorization') authorization: string | undefined, @Body() body: unknown) {
    request.operation = 'Token';
    const fields = readFields(body);
    if (Object.keys(request.query).length > 0) throw new OAuthError('invalid_request', 'Send the parameters in the body, not in the URL.');
    const client = readClient(authorization, fields);
    request.claimedClient = client.id.slice(0, 64);
    await this.limit.spendOf(client.id, request.ip);

    if (fields.grant_type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
    if (fields.grant_type !== 'client_credentials') throw new OAuthError('unsupported_grant_type', 'Only client_credentials is supported.');
    this.checkResource(fields.resource);

    const credential = await this.credentials.authenticate(client.id, client.secret);
    if (!credential) {
      const challenge: Record<string, string> = client.fromHeader ? { 'WWW-Authenticate': 'Basic realm="vendor-risk"' } : {};
      throw new OAuthError('invalid_client', 'The client id or secret is wrong.', 401, challenge);
    }
    const scopes = grant(credential.scopes, fields.scope);
    return {
      access_token: await this.issuer.issue(credential, scopes),
      token_type: 'Bearer',
      expires_in: this.env.TOKEN_TTL_SECONDS,
      scope: scopes.join(' '),
    };
  }

  /** Common clients refuse metadata without an authorization endpoint. This one always answers that the grant is not supported. */
  @All('authorize')
  authorize(): never {
    throw new HttpException(
      { error: 'unsupported_response_type', error_description: 'Only the client_credentials grant is supported.' },
      400,
    );
  }

  private checkResource(resource: string | undefined): void {
    if (resource === undefined) return;
    const known = [this.env.baseUrl, `${this.env.baseUrl}/${API_PREFIX}`, `${this.env.baseUrl}/${API_PREFIX}/mcp`];
    if (!known.includes(resource.replace(/\/+$/, ''))) throw new OAuthError('invalid_target', 'resource does not name this service.');
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
      authorization_endpoint: `${base}/v1/oauth/authorize`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
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

const PARAMETERS = ['grant_type', 'client_id', 'client_secret', 'scope', 'resource'] as const;
type Fields = Partial<Record<(typeof PARAMETERS)[number], string>>;

function readFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new OAuthError('invalid_request', 'Send a form or a JSON object.');
  const fields: Fields = {};
  for (const name of PARAMETERS) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || value.length > 4096) throw new OAuthError('invalid_request', `${name} must be given once, as text.`);
    fields[name] = value;
  }
  return fields;
}

function readClient(authorization: string | undefined, fields: Fields): ClientSecret {
  if (authorization !== undefined) {
    if (fields.client_secret !== undefined)
      throw new OAuthError('invalid_request', 'Use HTTP Basic or client_secret in the body, not both.');
    const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1];
    const [id, secret] = Buffer.from(encoded ?? '', 'base64')
      .toString('utf8')
      .split(':')
      .map(formDecode);
    if (!id || secret === undefined) {
      throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic.', 401, {
        'WWW-Authenticate': 'Basic realm="vendor-risk"',
      });
    }
    if (fields.client_id !== undefined && fields.client_id !== id)
      throw new OAuthError('invalid_request', 'client_id differs from the Authorization header.');
    return { id, secret, fromHeader: true };
  }
  if (fields.client_id === undefined || fields.client_secret === undefined) {
    throw new OAuthError('invalid_client', 'Authenticate with HTTP Basic or with client_id and client_secret.', 401);
  }
  return { id: fields.client_id, secret: fields.client_secret, fromHeader: false };
}

/** RFC 6749 clients form-encode id and secret; others send them as they are. Our ids and secrets have no character on which the two differ. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
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
