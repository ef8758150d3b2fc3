import type { HostScan, HttpResponse, Scan, PageScan, Seen } from '../scan';
import { headerOf, headersOf, hostOfUrl } from './answer';
import { subjectAt, webAsset } from './assets';
import { parsePage, type Page } from './parsers/page';
import type { Subject } from './rule';

/** A home page, at the host where its redirects end. */
export interface WebPage {
  host: string;
  at: Date;
  answer: HttpResponse;
  /** Answers of this host on the way to the page, including the page's own. */
  ownAnswers: HttpResponse[];
  isHttps: boolean;
  isHtml: boolean;
  isCut: boolean;
  /** The Origin header we sent. */
  origin: string;
  /** Policies from the headers, of which one may hold several, separated by commas; they apply together. */
  headerPolicies: string[];
  /** Parsed only when the answer is HTML; empty otherwise. */
  content: Page;
}

const known = new WeakMap<Scan, Subject<WebPage>[]>();

/** The home pages of a scan. Several check families need them, so they are parsed once. */
export function webPages(scan: Scan): Subject<WebPage>[] {
  const before = known.get(scan);
  if (before) return before;
  const pages = scan.hosts.flatMap((host) => pagesOf(host, scan));
  known.set(scan, pages);
  return pages;
}

/**
 * A page belongs to the host where its redirects end. A host that redirects elsewhere has no page; the target is judged if it is in the
 * vendor's domain and not scanned anyway.
 */
function pagesOf(hostScan: HostScan, scan: Scan): Subject<WebPage>[] {
  const { host, page } = hostScan;
  const own = subjectAt(hostScan, webAsset(host), page, (seen): Subject<WebPage>['seen'] => {
    const end = hostOfUrl(lastOf(seen).url);
    if (end === undefined) return { unknown: 'The redirects end at an invalid URL' };
    return end === host ? readPage(host, seen, scan) : 'gone';
  });
  return [...own, ...redirectTarget(hostScan, scan)];
}

function redirectTarget(hostScan: HostScan, scan: Scan): Subject<WebPage>[] {
  const { page } = hostScan;
  const end = endOf(hostScan);
  if (end === undefined || !page || !('seen' in page) || !end.endsWith(`.${scan.apex}`)) return [];
  const isScanned = scan.hosts.some(({ host }) => host === end);
  const isFirstToEndThere = scan.hosts.find((other) => endOf(other) === end) === hostScan;
  return isScanned || !isFirstToEndThere ? [] : [{ host: end, asset: webAsset(end), seen: readPage(end, page.seen, scan) }];
}

function endOf({ page }: HostScan): string | undefined {
  return page !== undefined && 'seen' in page ? hostOfUrl(lastOf(page.seen).url) : undefined;
}

function readPage(host: string, page: PageScan, scan: Scan): Seen<WebPage> {
  const answer = lastOf(page);
  // Error pages and redirects without a target carry other headers than the page.
  if (answer.status < 200 || answer.status >= 300) return { unknown: `${answer.url} answered ${answer.status}` };
  const isHtml = /html/i.test(headerOf(answer, 'content-type') ?? (page.body.trimStart().startsWith('<') ? 'text/html' : ''));
  return {
    seen: {
      host,
      at: new Date(scan.at),
      answer,
      ownAnswers: page.hops.filter(({ url }) => hostOfUrl(url) === host),
      isHttps: answer.url.startsWith('https:'),
      isHtml,
      isCut: page.isCut,
      origin: page.origin,
      headerPolicies: headersOf(answer, 'content-security-policy')
        .flatMap((header) => header.split(','))
        .filter((policy) => policy.trim() !== ''),
      content: parsePage(isHtml ? page.body : '', answer.url),
    },
  };
}

function lastOf({ hops }: PageScan): HttpResponse {
  return hops[hops.length - 1] ?? hops[0];
}
