export type SameSite = 'strict' | 'lax' | 'none';

/** A cookie as its Set-Cookie header declares it, without the value, which may be a session. */
export interface Cookie {
  name: string;
  secure: boolean;
  httpOnly: boolean;
  sameSite?: SameSite;
  /** Max-Age is zero or less, or Expires is past: the header deletes the cookie. */
  deletes: boolean;
}

const SAME_SITE = /^(?:strict|lax|none)$/;
/** Names that frameworks give to session cookies, some with a hash at the end. */
const KNOWN_SESSION =
  /^(?:PHPSESSID|JSESSIONID(?:SSO)?|ASPSESSIONID[A-Z]*|S?SESS[0-9a-f]{32}|CFTOKEN|\.?ASPXAUTH|wordpress_(?:logged_in|sec)_.*|remember_.*|\.AspNetCore\.(?:Cookies|Identity\..*))$/i;
/** The last word of other names, before `id`, `key` and `token`: `my_app.sid`, `sessionToken`; but not `assessment_id`. */
const SESSION_WORDS = new Set(['session', 'sess', 'sessid', 'sessionid', 'sid', 'auth', 'jwt', 'sso']);
const TOKENS_OF = new Set([undefined, 'access', 'id', 'refresh', 'bearer', 'login', 'user']);
const SUFFIXES = new Set(['id', 'key', 'token']);
const MAX_NAME = 200;
/** Scripts read these on purpose, to send the token back. */
const TOKEN_FOR_SCRIPTS = /csrf|xsrf/i;

/** Undefined for a header without a cookie. `now` decides whether it deletes the cookie. */
export function parseCookie(header: string, now: Date): Cookie | undefined {
  const [pair = '', ...attributes] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  if (name === '') return undefined;
  const given = new Map<string, string>();
  for (const attribute of attributes) {
    const [key = '', value = ''] = attribute.split('=', 2).map((side) => side.trim());
    given.set(key.toLowerCase(), value);
  }
  const sameSite = given.get('samesite')?.toLowerCase() ?? '';
  return {
    name,
    secure: given.has('secure'),
    httpOnly: given.has('httponly'),
    ...(SAME_SITE.test(sameSite) && { sameSite: sameSite as SameSite }),
    deletes: isPast(given.get('max-age'), given.get('expires'), now),
  };
}

export function isSessionLike(cookie: Cookie): boolean {
  const name = cookie.name.slice(0, MAX_NAME).replace(/^__(?:Host|Secure)-/i, '');
  if (TOKEN_FOR_SCRIPTS.test(name)) return false;
  return KNOWN_SESSION.test(name) || isSessionName(name);
}

function isSessionName(name: string): boolean {
  const words = name
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const last = words.pop();
  if (last === undefined) return false;
  if (last === 'token' && TOKENS_OF.has(words.at(-1))) return true;
  return SESSION_WORDS.has(SUFFIXES.has(last) ? (words.at(-1) ?? '') : last);
}

/** Max-Age takes precedence over Expires (RFC 6265 section 5.3). */
function isPast(maxAge: string | undefined, expires: string | undefined, now: Date): boolean {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const time = expires === undefined ? Number.NaN : Date.parse(expires);
  return !Number.isNaN(time) && time <= now.getTime();
}
