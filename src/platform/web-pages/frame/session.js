import { VendorRisk } from '../client/index.js';

/** Calls this service with the token or the credential of this tab, which is stored nowhere else. */
export let client;

const FORMS = `
  <form id="by-client">
    <label>Client id <input id="client-id" autocomplete="off" spellcheck="false" placeholder="vrc_…" required /></label>
    <label>Client secret <input id="client-secret" type="password" autocomplete="off" placeholder="vrs_…" required /></label>
    <button type="submit"></button>
  </form>
  <form id="by-token">
    <label>Or an existing access token <textarea id="token" rows="3" autocomplete="off" spellcheck="false" required></textarea></label>
    <button type="submit" class="quiet">Use the token</button>
  </form>`;

export const at = (id) => document.getElementById(id);

export function say(text, isBad = false) {
  at('message').textContent = text;
  at('message').classList.toggle('bad', isBad);
}

/** Runs work and shows its errors. */
export function attempt(work) {
  work().catch((error) => say(error.requestId ? `${error.message} (${error.requestId})` : error.message, true));
}

/** Runs work when something happens to an element. */
export function when(id, event, work) {
  at(id).addEventListener(event, (happened) => {
    happened.preventDefault();
    attempt(work);
  });
}

/** Replaces the sign-in forms by the page. */
export function entered() {
  at('sign-in').hidden = true;
  at('leave').hidden = false;
  say('');
}

/**
 * Adds the sign-in forms to #sign-in. `open` loads the data and then calls `entered`; `close` removes the data when the visitor signs out.
 * Neither the secret nor the token stays in its field.
 */
export function signIn({ action, scopes, open, close }) {
  at('sign-in').insertAdjacentHTML('beforeend', FORMS);
  document.querySelector('#by-client button').textContent = action;
  const enter = async (credential) => {
    client = new VendorRisk({ baseUrl: location.origin, ...credential });
    say('Loading …');
    await open();
  };
  when('by-client', 'submit', () => {
    const [clientId, clientSecret] = ['client-id', 'client-secret'].map((id) => at(id).value.trim());
    at('client-secret').value = '';
    return enter({ clientId, clientSecret, scopes });
  });
  when('by-token', 'submit', () => {
    const accessToken = at('token')
      .value.trim()
      .replace(/^Bearer\s+/i, '');
    at('token').value = '';
    return enter({ accessToken });
  });
  when('leave', 'click', async () => {
    client = undefined;
    close();
    at('client-id').value = '';
    at('leave').hidden = true;
    at('sign-in').hidden = false;
    say('');
  });
}
