/** Calls this service with the token of this tab, which is stored nowhere else. The portfolio page uses it too. */
let token = '';

export function useToken(text) {
  token = text.trim().replace(/^Bearer\s+/i, '');
}

/** Gets a token with those of the scopes that the client has. */
export async function exchange(clientId, clientSecret, scope) {
  const response = await fetch('/v1/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId.trim(),
      client_secret: clientSecret.trim(),
      scope,
    }),
  });
  const body = await response.json();
  if (!response.ok)
    throw new Error(body.error_description ?? body.error ?? body.message ?? `The service returned status ${response.status}.`);
  useToken(body.access_token);
}

export function graph(query) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined));
  return call(`avd/fourth-parties/graph?${search}`);
}

export function relationships(filters) {
  return post('avd/fourth-parties', { limit: 100, sortField: 'vendorDomain', filters });
}

export function post(path, request) {
  return call(path, { method: 'POST', body: JSON.stringify(request), headers: { 'content-type': 'application/json' } });
}

export async function call(path, options = {}) {
  const response = await fetch(`/public/v1/${path}`, { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } });
  const body = await response.json();
  if (!response.ok) throw new Error(`${body.message} (${body.error?.request_id ?? response.status})`);
  return body;
}
