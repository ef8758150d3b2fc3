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
/** Common names of session cookies. */
const SESSION_NAME =
  /sess|^sid$|[._-]sid$|^connect\.|^auth|[._-]auth|jwt|^token$|access.?token|id.?token|remember|login|^(?:__Host-|__Secure-)/i;
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
  return SESSION_NAME.test(cookie.name) && !TOKEN_FOR_SCRIPTS.test(cookie.name);
}

/** Max-Age takes precedence over Expires (RFC 6265 section 5.3). */
function isPast(maxAge: string | undefined, expires: string | undefined, now: Date): boolean {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const time = expires === undefined ? Number.NaN : Date.parse(expires);
  return !Number.isNaN(time) && time <= now.getTime();
}
