import { request } from 'node:http';

/** Where a case sends its input. */
export interface Target {
  url: string;
  /** Of the organization that attacks. */
  token: string;
  /** A vendor of that organization. */
  vendorDomain: string;
  /** A questionnaire that the organization may answer. */
  questionnaireId: string;
}

/** One input, the worst case of something that reads foreign bytes. */
export interface HostileCase {
  /** The reader, and what is wrong with its input. */
  name: string;
  /** Sends the input once. It ends with the outcome: for a call, the status. */
  attempt: (target: Target) => Promise<string>;
  /** The outcomes of a service that bounds this input. A refusal of many attempts (429, 503) is one always. */
  outcomes: readonly string[];
}

export interface HostileCall {
  method?: string;
  path: string | ((target: Target) => string);
  headers?: Record<string, string>;
  /** JSON, unless the headers say otherwise. */
  body?: string | Buffer | ((target: Target) => string);
  isAnonymous?: boolean;
}

/** Many callers, so that no limit per address protects the service. */
const ADDRESSES = 250;
const TIMEOUT_MS = 60_000;

/** The input is made once, by the first attempt: making it takes time too. */
export function hostileCall(name: string, outcomes: readonly number[], make: () => HostileCall): HostileCase {
  let made: HostileCall | undefined;
  let body: string | Buffer | undefined;
  const attempt = (target: Target) => {
    const { path, method = 'POST', headers, isAnonymous = false, ...rest } = (made ??= make());
    body ??= typeof rest.body === 'function' ? rest.body(target) : rest.body;
    const url = `${target.url}${typeof path === 'function' ? path(target) : path}`;
    return send(url, method, body, {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...(!isAnonymous && { authorization: `Bearer ${target.token}` }),
      ...headers,
    });
  };
  return { name, attempt, outcomes: outcomes.map(String) };
}

let turn = 0;

/** The address of the next attempt, none of them that of the neighbours. Only Linux answers to every loopback address. */
function nextAddress(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  turn = (turn + 1) % ADDRESSES;
  return `127.0.1.${turn + 1}`;
}

function send(url: string, method: string, body: string | Buffer | undefined, headers: Record<string, string>): Promise<string> {
  return new Promise((ended) => {
    const sent = request(url, { method, headers, localAddress: nextAddress(), agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      response.once('close', () => {
        ended(response.complete ? String(response.statusCode) : 'cut off');
      });
    });
    sent.once('timeout', () => {
      ended('no answer');
      sent.destroy();
    });
    sent.once('error', () => {
      ended('connection closed');
    });
    sent.end(body);
  });
}
