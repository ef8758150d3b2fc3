export const OAUTH_PATH = '/v1/oauth';
export const TOKEN_PATH = `${OAUTH_PATH}/token`;
export const REVOCATION_PATH = `${OAUTH_PATH}/revoke`;
export const INTROSPECTION_PATH = `${OAUTH_PATH}/introspect`;

/** Errors of these paths have OAuth's own format. */
export const OAUTH_ENDPOINTS: ReadonlySet<string> = new Set([TOKEN_PATH, REVOCATION_PATH, INTROSPECTION_PATH]);
