import { isSessionLike, parseCookie, type Cookie } from './parsers/cookie';
import { failsWith, family, type Outcome, type Rule } from './rule';
import { curl } from './see-for-yourself';
import { webPages, type WebPage } from './web-page';

const CATEGORY = 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY';
const SET_COOKIE = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie';
const MAX_COOKIES = 100;

const RULES: Rule<WebPage>[] = [
  {
    id: 'cookie_not_secure',
    title: 'Cookie without Secure',
    description: 'Browsers also send the cookie over HTTP, where an attacker can read and replace it.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Set the Secure attribute on every cookie.',
    reference: SET_COOKIE,
    judge: (page) => judge(page, (cookie) => !cookie.secure),
  },
  {
    id: 'session_cookie_readable',
    title: 'Session cookie can be read by scripts',
    description: 'Without HttpOnly an injected script can steal the session.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Set the HttpOnly attribute on session cookies.',
    reference: SET_COOKIE,
    judge: (page) => judge(page, (cookie) => isSessionLike(cookie) && !cookie.httpOnly),
  },
  {
    id: 'cookie_no_samesite',
    title: 'Session cookie without SameSite',
    description: 'The cookie is sent with requests that other sites cause, which makes forged requests easier.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Set SameSite to Lax or Strict on session cookies.',
    reference: SET_COOKIE,
    judge: (page) => judge(page, (cookie) => isSessionLike(cookie) && cookie.sameSite !== 'lax' && cookie.sameSite !== 'strict'),
  },
];

export const COOKIES = family(RULES, webPages);

function judge({ host, at, isHttps, ownAnswers }: WebPage, isFault: (cookie: Cookie) => boolean): Outcome {
  const cookies = ownAnswers
    .flatMap((answer) => answer.cookies)
    .slice(0, MAX_COOKIES)
    .flatMap((header) => parseCookie(header, at) ?? []);
  const faults = cookies.filter((cookie) => !cookie.deletes && isFault(cookie));
  if (faults.length === 0) return 'pass';
  return failsWith([...[...new Set(faults.map(described))].sort().slice(0, 15), curl(isHttps ? 'https' : 'http', host)]);
}

function described({ name, secure, httpOnly, sameSite }: Cookie): string {
  const attributes = [secure && 'Secure', httpOnly && 'HttpOnly', sameSite && `SameSite=${sameSite}`].filter(Boolean).join(', ');
  return `Cookie ${name.slice(0, 100)}: ${attributes || 'no attributes that protect it'}`;
}
