import type { CallOptions } from './call-options.ts';
import type { Described } from './described.ts';
import { ExportStream } from './export-stream.ts';
import { follow, type Change, type FollowRequest } from './follow.ts';
import type { Api } from './generated/api.ts';
import { OPERATIONS } from './generated/operations.ts';
import { Paged } from './paged.ts';
import { CredentialTokens, GivenToken, type Credential, type TokenSource } from './token.ts';
import { Transport } from './transport.ts';

interface Settings {
  /** The base URL of the service, such as https://risk.example.com. */
  baseUrl: string;
  /** Timeout of each attempt in milliseconds. */
  timeoutMs?: number;
  /** Maximum number of retries per call, within the retry budget of the client. */
  maxRetries?: number;
  fetch?: typeof fetch;
}

/** With a credential the client gets its tokens itself; a token from elsewhere is given as text or as a function. */
export type VendorRiskSettings = Settings & (Credential | { accessToken: string | (() => string | Promise<string>) });

/** Every change, endlessly. */
interface ChangeFeed {
  /** Every change from the saved position on, endlessly. */
  follow(request?: FollowRequest, options?: CallOptions): AsyncGenerator<Change, void, undefined>;
}

type Input = Record<string, unknown>;
type Method = (request?: Input, options?: CallOptions) => unknown;

class Client {
  private readonly transport: Transport;
  private readonly tokens: TokenSource;

  constructor(settings: VendorRiskSettings) {
    this.transport = new Transport({
      baseUrl: settings.baseUrl.replace(/\/+$/, ''),
      timeoutMs: settings.timeoutMs ?? 60_000,
      maxRetries: settings.maxRetries ?? 4,
      // Browsers refuse to call fetch as a method of anything but the window.
      fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
    });
    this.tokens =
      'accessToken' in settings
        ? new GivenToken(settings.accessToken)
        : new CredentialTokens(settings, (form) => this.transport.token(form));
    const api: Record<string, Record<string, unknown>> = {};
    for (const [namespace, operations] of Object.entries(OPERATIONS))
      api[namespace] = Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, this.method(operation)]));
    Object.assign(api['changes'] ?? {}, { follow: this.feed() });
    Object.assign(this, api);
  }

  private method(operation: Described): Method {
    const [, , , kind, rows] = operation;
    const send = (request: Input, options: CallOptions) => this.transport.call(operation, request, options, this.tokens);
    if (kind === 'stream') return (request = {}, options = {}) => new ExportStream(() => send(request, options));
    const call = async (request: Input, options: CallOptions) => (await send(request, options)).json() as Promise<unknown>;
    if (kind !== 'list') return (request = {}, options = {}) => call(request, options);
    return (request = {}, options = {}) => {
      const page = (cursor: string | undefined) => call(cursor === undefined ? request : { ...request, cursor }, options);
      return new Paged(page, rows);
    };
  }

  private feed(): ChangeFeed['follow'] {
    return (request = {}, options = {}) => {
      const { changes } = this as unknown as Api;
      return follow((asked, settings) => changes.list(asked, settings).page(), request, options);
    };
  }
}

/** A client of the Vendor-Risk API: `client.observations.list({ … })`. */
export type VendorRisk = Api & { readonly changes: ChangeFeed };
export const VendorRisk = Client as unknown as new (settings: VendorRiskSettings) => VendorRisk;
