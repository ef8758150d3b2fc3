import { VendorRisk } from '../client/index.js';

const SCOPES = ['findings.read', 'vendor-directory.read', 'security-events.read', 'avd.read'];

/** Calls this service with the token or the credential of this tab, which is stored nowhere else. */
export let client;

export function useToken(text) {
  client = new VendorRisk({ baseUrl: location.origin, accessToken: text.trim().replace(/^Bearer\s+/i, '') });
}

export function useCredential(clientId, clientSecret) {
  client = new VendorRisk({ baseUrl: location.origin, clientId: clientId.trim(), clientSecret: clientSecret.trim(), scopes: SCOPES });
}

export function forget() {
  client = undefined;
}
