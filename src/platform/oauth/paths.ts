export const OAUTH_PATH = '/v1/oauth';
export const TOKEN_PATH = `${OAUTH_PATH}/token`;
export const REVOCATION_PATH = `${OAUTH_PATH}/revoke`;
export const INTROSPECTION_PATH = `${OAUTH_PATH}/introspect`;

/** Their refusals have OAuth's own form. */
export const OAUTH_ENDPOINTS: ReadonlySet<string> = new Set([TOKEN_PATH, REVOCATION_PATH, INTROSPECTION_PATH]);
