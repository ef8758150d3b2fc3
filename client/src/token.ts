import { TokenError } from './errors.ts';

/** A token is renewed this long before it expires. */
const RENEW_EARLY_MS = 60_000;

/** The source of access tokens. */
export interface TokenSource {
  get(): Promise<string>;
  /** Reports a token that the service refused; returns true when there may be a new one. */
  refused(token: string): boolean;
}

export interface Credential {
  clientId: string;
  clientSecret: string;
  /** Scopes to request. Unset: all that the credential holds. */
  scopes?: readonly string[];
}

type Send = (form: URLSearchParams) => Promise<Response>;

/** Fetches a token, caches it and renews it. Concurrent calls share one request. */
export class CredentialTokens implements TokenSource {
  private kept: { token: string; renewAt: number } | undefined;
  private underway: Promise<string> | undefined;

  constructor(
    private readonly credential: Credential,
    private readonly send: Send,
  ) {}

  get(): Promise<string> {
    if (this.kept && this.kept.renewAt > Date.now()) return Promise.resolve(this.kept.token);
    this.underway ??= this.fetch().finally(() => (this.underway = undefined));
    return this.underway;
  }

  refused(token: string): boolean {
    if (this.kept?.token === token) this.kept = undefined;
    return true;
  }

  private async fetch(): Promise<string> {
    const { clientId, clientSecret, scopes } = this.credential;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
    if (scopes) form.set('scope', scopes.join(' '));
    const response = await this.send(form);
    const body = (await response.json().catch(() => ({}))) as Partial<Record<string, unknown>>;
    if (!response.ok || typeof body['access_token'] !== 'string') throw refusal(response, body);
    const lifetimeMs = Number(body['expires_in']) * 1000;
    this.kept = { token: body['access_token'], renewAt: Date.now() + lifetimeMs - Math.min(RENEW_EARLY_MS, lifetimeMs / 2) };
    return this.kept.token;
  }
}

/** A token that the caller obtains elsewhere. */
export class GivenToken implements TokenSource {
  constructor(private readonly token: string | (() => string | Promise<string>)) {}

  async get(): Promise<string> {
    return typeof this.token === 'string' ? this.token : this.token();
  }

  refused(): boolean {
    return typeof this.token !== 'string';
  }
}

function refusal({ status, headers }: Response, body: Partial<Record<string, unknown>>): TokenError {
  const { error = 'unexpected_answer', error_description: description = `HTTP ${status}` } = body;
  return new TokenError(status, String(error), String(description), headers.get('x-request-id') ?? undefined);
}
