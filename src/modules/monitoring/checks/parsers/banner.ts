export interface Banner {
  /** In lower case: `nginx`, `microsoft-iis`. */
  product: string;
  version: string;
}

const MAX_BANNER = 500;
/** `Apache/2.4.41`, `PHP/7.4.3`. A version has a dot, which keeps node names such as `dcb/7F84` out. */
const TOKEN = /([a-z][a-z0-9_.-]{0,40})\/(\d{1,5}(?:\.\d{1,5}){1,3}[a-z]?)(?![a-z0-9])/gi;
/** `WordPress 6.4.2`, `Drupal 10 (https://www.drupal.org)`. */
const GENERATOR = /^\s*([a-z][a-z0-9!_-]{0,40})\s+v?(\d{1,5}(?:\.\d{1,5}){0,3})(?![a-z0-9])/i;

/** Products and versions in a Server, X-Powered-By or Via style header. */
export function parseBanner(header: string): Banner[] {
  return [...header.slice(0, MAX_BANNER).matchAll(TOKEN)].map(([, product = '', version = '']) => ({
    product: product.toLowerCase(),
    version,
  }));
}

/** The product and version in `<meta name="generator">`. */
export function parseGenerator(content: string): Banner | undefined {
  const [, product, version] = GENERATOR.exec(content.slice(0, MAX_BANNER)) ?? [];
  return product === undefined || version === undefined ? undefined : { product: product.toLowerCase(), version };
}
