import { VendorRisk } from '../client/index.js';

/** Calls this service with the token or the credential of this tab, which is stored nowhere else. */
let client;

export function useToken(text) {
  client = new VendorRisk({ baseUrl: location.origin, accessToken: text.trim().replace(/^Bearer\s+/i, '') });
}

export function useCredential(clientId, clientSecret) {
  const scopes = ['avd.read'];
  client = new VendorRisk({ baseUrl: location.origin, clientId: clientId.trim(), clientSecret: clientSecret.trim(), scopes });
}

export function forget() {
  client = undefined;
}

export function graph(query) {
  return client.fourthParties.getGraph(
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined)),
  );
}

export function relationships(filters) {
  return client.fourthParties.list({ limit: 100, sortField: 'vendorDomain', filters }).page();
}
