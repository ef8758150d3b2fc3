import { headerOf, headersOf } from './answer';
import { cspDirectives, cspWeaknesses } from './parsers/csp';
import { failsWith, family, type Outcome, type Rule } from './rule';
import { curl } from './see-for-yourself';
import { webPages, type WebPage } from './web-page';

const CATEGORY = 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY';
const MDN = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers';
/** They send paths to other sites, or the origin without encryption. */
const LEAKING = new Set(['unsafe-url', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin']);
const REFERRER_POLICIES = new Set([...LEAKING, 'no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
/** Nonces differ at every visit. Evidence that changes with every scan would count as a change. */
const NONCE = /'nonce-[^';\s]*'?/gi;
const MAX_POLICIES = 20;
const ANY_ANCESTOR = /(?:^|;)\s*frame-ancestors\s(?:[^;]*\s)?(?:\*|https?:)(?:\s|;|$)/i;

const RULES: Rule<WebPage>[] = [
  {
    id: 'csp_missing',
    title: 'No Content-Security-Policy',
    description: 'If an attacker injects a script into the page, nothing stops it.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Send a Content-Security-Policy, in report-only mode at first, with nonces or hashes for scripts.',
    reference: `${MDN}/Content-Security-Policy`,
    judge: (page) =>
      !page.isHtml || policiesOf(page).length > 0
        ? 'pass'
        : failsWith([...answered(page), 'No Content-Security-Policy in headers or page', seeIt(page)]),
  },
  {
    id: 'csp_weak',
    title: 'Content-Security-Policy can be bypassed',
    description: 'There is a policy, but its sources allow the scripts that it should stop.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: "Use nonces or hashes with 'strict-dynamic', and set object-src and base-uri to 'none'.",
    reference: `${MDN}/Content-Security-Policy`,
    judge: judgePolicies,
  },
  {
    id: 'framing_allowed',
    title: 'Page can be framed by any site',
    description: 'Another site can show the page in a frame and trick visitors into clicking on it (clickjacking).',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: "Send Content-Security-Policy with frame-ancestors 'self' (or the sites that may frame it).",
    reference: `${MDN}/Content-Security-Policy/frame-ancestors`,
    judge: (page) => {
      if (!page.isHtml || limitsFraming(page)) return 'pass';
      const options = headerOf(page.answer, 'x-frame-options');
      return failsWith([
        ...answered(page),
        'No frame-ancestors in a Content-Security-Policy header',
        `X-Frame-Options: ${options ?? 'none'}`,
        seeIt(page),
      ]);
    },
  },
  {
    id: 'nosniff_missing',
    title: 'No X-Content-Type-Options: nosniff',
    description: 'Browsers may guess the type of a file, and run an upload as a script.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Send X-Content-Type-Options: nosniff.',
    reference: `${MDN}/X-Content-Type-Options`,
    judge: (page) => {
      const value = headerOf(page.answer, 'x-content-type-options');
      if (value?.split(',')[0]?.trim().toLowerCase() === 'nosniff') return 'pass';
      return failsWith([...answered(page), `X-Content-Type-Options: ${value ?? 'none'}`, seeIt(page)]);
    },
  },
  {
    id: 'referrer_policy_unsafe',
    title: 'Referrer-Policy tells other sites too much',
    description: 'The policy is weaker than the default of browsers: addresses of pages, or the site itself over HTTP, reach other sites.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Set Referrer-Policy to strict-origin-when-cross-origin, or leave it out.',
    reference: `${MDN}/Referrer-Policy`,
    judge: (page) => {
      const policy = referrerPolicy(page);
      return policy !== undefined && LEAKING.has(policy)
        ? failsWith([...answered(page), `Referrer policy: ${policy}`, seeIt(page)])
        : 'pass';
    },
  },
  {
    id: 'cors_reflects_origin',
    title: 'Any site may read answers with the visitor’s cookies',
    description: 'The server repeats the Origin of the request and allows credentials, so every site can read what the visitor may see.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Answer with Access-Control-Allow-Origin for a fixed list of origins only.',
    reference: `${MDN}/Access-Control-Allow-Origin`,
    judge: ({ answer, origin }) => {
      const allowed = headerOf(answer, 'access-control-allow-origin')?.trim();
      const credentials = headerOf(answer, 'access-control-allow-credentials')?.trim().toLowerCase();
      if (allowed !== origin || credentials !== 'true') return 'pass';
      return failsWith([
        `Request to ${answer.url} with Origin: ${origin}`,
        `Access-Control-Allow-Origin: ${allowed}`,
        'Access-Control-Allow-Credentials: true',
      ]);
    },
  },
];

export const PAGE_HEADERS = family(RULES, webPages);

function policiesOf({ headerPolicies, content }: WebPage): string[] {
  return [...headerPolicies, ...content.policies.filter((policy) => policy.trim() !== '')];
}

/** Several policies apply together: one good policy is enough. */
function judgePolicies(page: WebPage): Outcome {
  const policies = policiesOf(page);
  if (!page.isHtml || policies.length === 0) return 'pass';
  const judged = policies.slice(0, MAX_POLICIES).map((policy) => ({ policy, weaknesses: cspWeaknesses(policy) }));
  if (judged.some(({ weaknesses }) => weaknesses?.length === 0)) return 'pass';
  const weak = judged.find(({ weaknesses }) => weaknesses !== undefined);
  if (judged.some(({ weaknesses }) => weaknesses === undefined) || !weak)
    return { unknown: 'The Content-Security-Policy could not be judged' };
  return failsWith([
    ...answered(page),
    `Content-Security-Policy: ${weak.policy.replace(NONCE, "'nonce-…'")}`,
    ...(weak.weaknesses ?? []).slice(0, 10),
    seeIt(page),
  ]);
}

function limitsFraming({ answer, headerPolicies }: WebPage): boolean {
  // A frame-ancestors directive makes browsers ignore X-Frame-Options. In a meta element it has no effect.
  const limiting = headerPolicies.filter((policy) => cspDirectives(policy).has('frame-ancestors'));
  if (limiting.length > 0) return limiting.some((policy) => !ANY_ANCESTOR.test(policy));
  return headersOf(answer, 'x-frame-options')
    .flatMap((value) => value.split(','))
    .some((value) => /^\s*(?:deny|sameorigin)\s*$/i.test(value));
}

/** The last value that browsers know applies; a meta element replaces the header. */
function referrerPolicy({ answer, content }: WebPage): string | undefined {
  return [...headersOf(answer, 'referrer-policy'), ...content.referrerPolicies]
    .flatMap((value) => value.toLowerCase().split(','))
    .map((value) => value.trim())
    .findLast((value) => REFERRER_POLICIES.has(value));
}

function answered({ answer }: WebPage): string[] {
  return [`${answer.url} answered ${answer.status}`];
}

function seeIt({ host, isHttps }: WebPage): string | undefined {
  return curl(isHttps ? 'https' : 'http', host);
}
