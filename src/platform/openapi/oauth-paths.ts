import { OAUTH_ERROR_CODES } from '#platform/oauth/oauth-error';
import { INTROSPECTION_PATH, REVOCATION_PATH, TOKEN_PATH } from '#platform/oauth/paths';

type Schema = Record<string, unknown>;

export const OAUTH_TAG = 'Authentication';

const MAX_LENGTH = 4096;
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string, extras: Schema = {}) => ({ type: 'string', maxLength: MAX_LENGTH, description, ...extras });

function object(properties: Record<string, Schema>, required: string[] = [], description?: string): Schema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** How a client authenticates in the body instead of with HTTP Basic. */
const CLIENT = {
  client_id: text('The client id, unless sent with HTTP Basic.', { example: 'vrc_demo' }),
  client_secret: text('The client secret, unless sent with HTTP Basic.'),
  client_assertion_type: {
    type: 'string',
    enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    description: 'With client_assertion.',
  },
  client_assertion: text('A JWT signed with the key of the client (private_key_jwt).'),
};
const TOKEN = {
  token: text('An access token of this client.'),
  token_type_hint: text('Accepted and ignored: there are only access tokens.'),
};
const instant = (description: string) => ({ type: 'integer', format: 'int64', minimum: 0, maximum: 99_999_999_999, description });

export const OAUTH_SCHEMAS: Record<string, Schema> = {
  TokenRequest: object(
    {
      grant_type: { type: 'string', const: 'client_credentials' },
      ...CLIENT,
      scope: text('Scopes separated by spaces; the token gets those that the credential holds. Unset: all that it holds.', {
        example: 'findings.read vendor-directory.read',
      }),
      resource: text('The base URL of this service, or of its REST or MCP interface (RFC 8707).'),
    },
    ['grant_type'],
  ),
  TokenResult: object(
    {
      access_token: text('Send it as Authorization: Bearer.'),
      token_type: { type: 'string', const: 'Bearer' },
      expires_in: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400, description: 'Seconds.', example: 3600 },
      scope: text('The granted scopes, separated by spaces.'),
    },
    ['access_token', 'token_type', 'expires_in', 'scope'],
  ),
  RevokeTokenRequest: object({ ...TOKEN, ...CLIENT }, ['token']),
  RevokeTokenResult: object({}),
  IntrospectTokenRequest: object({ ...TOKEN, ...CLIENT }, ['token']),
  IntrospectTokenResult: {
    description: 'An inactive token, or one of another client, returns nothing else.',
    oneOf: [
      object({ active: { type: 'boolean', const: false } }, ['active']),
      object(
        {
          active: { type: 'boolean', const: true },
          token_type: { type: 'string', const: 'Bearer' },
          scope: text('The granted scopes, separated by spaces.'),
          client_id: text('The client.'),
          sub: text('The client.'),
          iss: text('Who issued it.'),
          aud: text('For whom it was issued.'),
          exp: instant('When it expires, in seconds since 1970.'),
          iat: instant('When it was issued, in seconds since 1970.'),
          jti: text('Its id.'),
          org: text('The organization.'),
        },
        ['active', 'token_type', 'scope', 'client_id', 'sub', 'iss', 'aud', 'exp', 'iat', 'jti', 'org'],
      ),
    ],
  },
  OAuthFault: object(
    {
      error: { type: 'string', enum: [...OAUTH_ERROR_CODES] },
      error_description: text('English, for developers.'),
      reason: { type: 'string', enum: ['ADDRESS_NOT_ALLOWED'], description: 'With access_denied.' },
    },
    ['error', 'error_description'],
    'An error in the form of RFC 6749.',
  ),
};

const FAULTS: Record<string, string> = {
  '400': 'The request is invalid, or the client may not have what it asks for.',
  '401': 'The client is unknown, or its secret or assertion is wrong.',
  '403': 'The address is outside the networks of the organization or the credential.',
  '413': 'The body is larger than 16 KiB.',
  '429': 'Too many requests from this address or client.',
};

function operation(name: string, summary: string, description: string, example: object): object {
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
  const fault = (about: string, status: string) => ({
    description: about,
    headers: { ...headers, ...(status === '429' && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }) },
    content: { 'application/json': { schema: reference('OAuthFault') } },
  });
  const body = { schema: reference(`${name}Request`) };
  return {
    post: {
      operationId: name === 'Token' ? 'IssueToken' : name,
      summary,
      description,
      tags: [OAUTH_TAG],
      security: [{ client: [] }, {}],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': body, 'application/json': body } },
      responses: {
        '200': {
          description: 'The call succeeded.',
          headers,
          content: { 'application/json': { schema: reference(`${name}Result`), example } },
        },
        ...Object.fromEntries(Object.entries(FAULTS).map(([status, about]) => [status, fault(about, status)])),
        default: { $ref: '#/components/responses/Error' },
      },
    },
  };
}

/** The OAuth endpoints. They need no token, so they are not operations of the registry. */
export const OAUTH_PATHS: Record<string, object> = {
  [TOKEN_PATH]: operation(
    'Token',
    'Get an access token',
    'The client credentials grant (RFC 6749). The client authenticates with HTTP Basic, with client_id and client_secret in the body, or with a signed assertion.',
    { access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…', token_type: 'Bearer', expires_in: 3600, scope: 'findings.read' },
  ),
  [REVOCATION_PATH]: operation('RevokeToken', 'Revoke an access token', 'RFC 7009. Also succeeds for an expired or invalid token.', {}),
  [INTROSPECTION_PATH]: operation(
    'IntrospectToken',
    'Check an access token',
    'RFC 7662. A token of another client is reported as not active.',
    {
      active: false,
    },
  ),
};
