import type { CheckFamily } from '../verdict';
import { CERTIFICATES } from './certificates';
import { COOKIES } from './cookies';
import { SECURITY_TXT, VERSIONS } from './disclosure';
import { DKIM } from './dkim';
import { DMARC } from './dmarc';
import { ADDRESSES, ALIASES } from './dns-names';
import { CAA, DNSSEC, EXISTENCE, NAME_SERVERS, VALIDATION } from './dns-zone';
import { END_OF_LIFE } from './end-of-life';
import { HTTP_REDIRECT, STRICT_TRANSPORT } from './https';
import { MAIL_TRANSPORT } from './mail-transport';
import { PAGE_CONTENT } from './page-content';
import { PAGE_HEADERS } from './page-headers';
import { SPF } from './spf';
import { HTTPS_PORT, TLS } from './tls';

/** Every check, in the order of docs/monitoring-checks.md. */
export const FAMILIES: readonly CheckFamily[] = [
  SPF,
  DMARC,
  DKIM,
  MAIL_TRANSPORT,
  EXISTENCE,
  VALIDATION,
  DNSSEC,
  CAA,
  NAME_SERVERS,
  ALIASES,
  ADDRESSES,
  HTTPS_PORT,
  CERTIFICATES,
  TLS,
  HTTP_REDIRECT,
  STRICT_TRANSPORT,
  PAGE_HEADERS,
  COOKIES,
  PAGE_CONTENT,
  SECURITY_TXT,
  VERSIONS,
  END_OF_LIFE,
];
