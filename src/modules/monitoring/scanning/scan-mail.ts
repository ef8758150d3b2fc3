import { isDmarc } from '../checks/parsers/dmarc';
import type { DnsAnswer, MailScan, MailServerScan, MtaStsFetch, Seen } from '../scan';
import { askMailServer } from './ask-mail-server';
import { dkimSelectors } from './dkim-selectors';
import { conclusive, requestHeaders } from './fetch-page';
import { describeTls, handshake } from './handshake';
import { httpGet } from './http-get';
import type { Resolver } from './resolver';
import { messageOf, seen, valueOf } from './seen';
import { walkSpf } from './spf-walk';
import { PortClosed, visit, type ScanContext } from './visit';

const MAX_MAIL_SERVERS = 10;
/** The preferred servers; the others are rarely used. */
const MAX_CONTACTED = 3;
/** Of a longer name only these labels are walked, after the name itself (RFC 9989 section 4.10). */
const MAX_WALKED_LABELS = 7;
const MTA_STS_RECORD = /^v=STSv1\s*(?:;|$)/i;

/** Reads what the domain publishes about its mail, and checks its mail servers if the operator enabled that. */
export async function scanMail(context: ScanContext, apex: string, isThorough: boolean): Promise<MailScan> {
  const { resolver } = context;
  const [txt, mx, spf, dmarc, mtaStsRecord, tlsRpt] = await Promise.all([
    resolver.records(apex, 'TXT'),
    resolver.records(apex, 'MX'),
    seen(() => walkSpf(resolver, apex)),
    seen(() => dmarcAbove(resolver, apex)),
    resolver.records(`_mta-sts.${apex}`, 'TXT'),
    resolver.records(`_smtp._tls.${apex}`, 'TXT'),
  ]);
  const mailHosts = 'seen' in mx ? mailHostsOf(mx.seen.records) : [];
  const providers = [...mailHosts, ...('seen' in spf ? spf.seen.lookups.map(({ target }) => target) : [])];
  const [mailServers, dkim, policy] = await Promise.all([
    Promise.all(mailHosts.map((host, place) => scanMailServer(context, host, isThorough && place < MAX_CONTACTED))),
    Promise.all(dkimSelectors(providers).map((selector) => resolver.records(`${selector}._domainkey.${apex}`, 'TXT'))),
    'seen' in mtaStsRecord && mtaStsRecord.seen.records.some((text) => MTA_STS_RECORD.test(text)) ? fetchPolicy(context, apex) : undefined,
  ]);
  return { txt, spf, dmarc, dkim, mx, mailServers, mtaSts: { record: mtaStsRecord, ...(policy && { policy }) }, tlsRpt };
}

/** The tree walk of RFC 9989: from the domain up to the top-level domain, which may speak for all names below it, until one has a record. */
async function dmarcAbove(resolver: Resolver, apex: string): Promise<DnsAnswer<string>[]> {
  const labels = apex.split('.');
  const answers: DnsAnswer<string>[] = [];
  for (let from = 0; from < labels.length; from = from === 0 ? Math.max(1, labels.length - MAX_WALKED_LABELS) : from + 1) {
    const answer = valueOf(await resolver.records(`_dmarc.${labels.slice(from).join('.')}`, 'TXT'));
    answers.push(answer);
    if (answer.records.some(isDmarc)) break;
  }
  return answers;
}

async function scanMailServer(context: ScanContext, host: string, isContacted: boolean): Promise<MailServerScan> {
  const addresses = await context.resolver.addresses(host);
  const isGone = 'seen' in addresses && addresses.seen.records.length === 0;
  if (!isContacted || !context.settings.checksMailServers || isGone) return { host, addresses };
  return { host, addresses, ehlo: await askMailServer(context, host) };
}

function mailHostsOf(records: readonly { preference: number; host: string }[]): string[] {
  const sorted = records.toSorted((one, other) => one.preference - other.preference).map(({ host }) => host);
  return [...new Set(sorted.filter((host) => host !== ''))].slice(0, MAX_MAIL_SERVERS);
}

/** The policy file. Redirects are not followed and the certificate must be valid, as RFC 8461 requires. */
async function fetchPolicy(context: ScanContext, apex: string): Promise<Seen<MtaStsFetch>> {
  const host = `mta-sts.${apex}`;
  const url = new URL(`https://${host}/.well-known/mta-sts.txt`);
  try {
    const addresses = valueOf(await context.resolver.addresses(host));
    if (addresses.records.length === 0) return { seen: { url: url.href, failure: `${host} has no address` } };
    const found = await visit(context, host, 443, async (socket): Promise<MtaStsFetch> => {
      const connection = await handshake(context, socket, host);
      const { isTrusted, trustError, coversHost } = describeTls(connection, host);
      if (!isTrusted) return { url: url.href, failure: `the certificate is not trusted: ${trustError}` };
      if (!coversHost) return { url: url.href, failure: `the certificate does not name ${host}` };
      const answer = conclusive(context, await httpGet(connection, url, requestHeaders(context), context.signal));
      const contentType = answer.response.headers.find(([name]) => name === 'content-type')?.[1];
      return { url: url.href, status: answer.response.status, contentType, body: answer.body };
    });
    return { seen: found };
  } catch (error) {
    if (error instanceof PortClosed) return { seen: { url: url.href, failure: `${host} refuses connections to port 443` } };
    return { unknown: messageOf(error) };
  }
}
