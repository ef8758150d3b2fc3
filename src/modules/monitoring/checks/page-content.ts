import { parse } from 'tldts';
import { cspDirectives } from './parsers/csp';
import type { PageResource } from './parsers/page';
import { failsWith, family, type Outcome, type Rule } from './rule';
import { webPages, type WebPage } from './web-page';

const CATEGORY = 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY';
const MIXED_CONTENT = 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content';
/** Only these elements can carry an integrity hash. */
const WITH_INTEGRITY = new Set(['script', 'link']);

const RULES: Rule<WebPage>[] = [
  {
    id: 'mixed_content_active',
    title: 'Page loads scripts, styles or frames over HTTP',
    description: 'A man in the middle can replace what is loaded and so control the page.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Load everything over HTTPS, or send upgrade-insecure-requests.',
    reference: MIXED_CONTENT,
    judge: (page) => overHttp(page, page.content.active),
  },
  {
    id: 'mixed_content_passive',
    title: 'Page loads images or media over HTTP',
    description: 'A man in the middle sees what is loaded and can replace it.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Load everything over HTTPS, or send upgrade-insecure-requests.',
    reference: MIXED_CONTENT,
    judge: (page) => overHttp(page, page.content.passive),
  },
  {
    id: 'form_over_http',
    title: 'Form is sent over HTTP',
    description: 'What a visitor enters into the form is sent without encryption and can be intercepted.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Let the form submit to an HTTPS address.',
    reference: 'https://infosec.mozilla.org/guidelines/web_security',
    judge: (page) => overHttp(page, page.content.forms),
  },
  {
    id: 'script_without_sri',
    title: 'Third-party script without an integrity hash',
    description: 'Scripts or style sheets of another company are loaded without a hash: whoever controls them controls the page.',
    category: CATEGORY,
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Add integrity and crossorigin attributes, or serve the file yourself.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
    judge: (page) => {
      const own = siteOf(page.host);
      const foreign = ({ url, element, hasIntegrity }: PageResource) =>
        WITH_INTEGRITY.has(element) && !hasIntegrity && isWeb(url) && siteOf(url.hostname) !== own;
      return outcome(page, page.content.active.filter(foreign));
    },
  },
];

export const PAGE_CONTENT = family(RULES, webPages);

function overHttp(page: WebPage, resources: readonly PageResource[]): Outcome {
  const policies = [...page.headerPolicies, ...page.content.policies];
  const isUpgraded = policies.some((policy) => cspDirectives(policy).has('upgrade-insecure-requests'));
  if (!page.isHttps || isUpgraded) return 'pass';
  return outcome(
    page,
    resources.filter(({ url }) => url.protocol === 'http:'),
  );
}

/** A truncated page without a fault is not a pass. */
function outcome({ answer, isCut }: WebPage, found: readonly PageResource[]): Outcome {
  if (found.length === 0) return isCut ? { unknown: `${answer.url} is too long to be read to the end` } : 'pass';
  const lines = [...new Set(found.map(({ url, element }) => `<${element}> ${withoutQuery(url)}`))];
  const more = lines.length > 10 ? `and ${lines.length - 10} more` : undefined;
  return failsWith([`On ${answer.url}`, ...lines.slice(0, 10), more]);
}

/** Query strings may contain tokens. */
function withoutQuery(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function siteOf(host: string): string {
  return parse(host, { extractHostname: false }).domain ?? host;
}
