import type { HostScan, HttpResponse, Scan } from '../scan';
import { headersOf, hostOfUrl } from './answer';
import { webAsset, withoutAddress } from './assets';
import { parseBanner, parseGenerator, type Banner } from './parsers/banner';
import type { Subject } from './rule';
import { webPages } from './web-page';

/** What the answers of a host reveal about its software. */
export interface Banners {
  host: string;
  at: string;
  /** With the line that showed them. */
  found: (Banner & { line: string })[];
  /** Why some of the host's answers are missing. */
  missed?: string;
}

const HEADERS = ['server', 'x-powered-by', 'x-aspnet-version', 'x-generator'];
const BARE_VERSION = /^\d{1,5}(?:\.\d{1,7}){1,3}$/;

/** One subject per host that answered, on whichever port. */
export function bannersOf(scan: Scan): Subject<Banners>[] {
  return scan.hosts.flatMap((host) => hostBanners(host, scan));
}

function hostBanners(hostScan: HostScan, scan: Scan): Subject<Banners>[] {
  const { host, http, page } = hostScan;
  const asset = webAsset(host);
  const without = withoutAddress(hostScan);
  if (without) return [{ host, asset, seen: without }];

  const answers: HttpResponse[] = [];
  if (http && 'seen' in http && !http.seen.isRefused) answers.push(http.seen);
  if (page && 'seen' in page) answers.push(...page.seen.hops.filter(({ url }) => hostOfUrl(url) === host));
  const missed = [http, page].flatMap((seen) => (seen && 'unknown' in seen ? [seen.unknown] : []))[0];
  if (answers.length === 0) return missed === undefined ? [] : [{ host, asset, seen: { unknown: missed } }];

  const found = [...answers.flatMap(inHeaders), ...inPage(host, scan)];
  const distinct = [...new Map(found.map((banner) => [banner.line, banner])).values()];
  return [{ host, asset, seen: { seen: { host, at: scan.at, found: distinct, ...(missed !== undefined && { missed }) } } }];
}

function inHeaders(answer: HttpResponse): Banners['found'] {
  return HEADERS.flatMap((name) =>
    headersOf(answer, name).flatMap((value) => {
      const line = `${name}: ${value}`;
      if (BARE_VERSION.test(value.trim())) return [{ product: name, version: value.trim(), line }];
      const generator = name === 'x-generator' ? parseGenerator(value) : undefined;
      return [...(generator ? [generator] : []), ...parseBanner(value)].map((banner) => ({ ...banner, line }));
    }),
  );
}

function inPage(host: string, scan: Scan): Banners['found'] {
  const page = webPages(scan).find((subject) => subject.host === host)?.seen;
  if (page === undefined || page === 'gone' || 'unknown' in page) return [];
  const { generator } = page.seen.content;
  const banner = generator === undefined ? undefined : parseGenerator(generator);
  return banner ? [{ ...banner, line: `<meta name="generator"> ${generator ?? ''}` }] : [];
}
