import type { DemoVendor } from './demo-vendors';
import type { Random } from './random';

const MAIL = [
  { mx: ['1 aspmx.l.google.com.', '5 alt1.aspmx.l.google.com.'], spf: 'include:_spf.google.com' },
  { mx: ['0 tenant-example-com.mail.protection.outlook.com.'], spf: 'include:spf.protection.outlook.com' },
  { mx: ['10 mx1.mimecast.com.', '10 mx.zoho.com.'], spf: 'include:zoho.com' },
];
const NAME_SERVERS = [
  ['ada.ns.cloudflare.com.', 'bob.ns.cloudflare.com.'],
  ['ns-11.awsdns-01.com.', 'ns-512.awsdns-00.net.'],
  ['dns1.p01.nsone.net.', 'dns2.p01.nsone.net.'],
];
const WEB = ['d111abcdef8.cloudfront.net.', 'vendor.azureedge.net.', 'vendor.netlify.app.', 'cname.vercel-dns.com.', 'vendor.github.io.'];
const TOKENS = [
  'google-site-verification=demo',
  'MS=ms12345678',
  'atlassian-domain-verification=demo',
  'docusign=demo',
  'facebook-domain-verification=demo',
  'stripe-verification=demo',
];
const CAS = ['0 issue "letsencrypt.org"', '0 issue "digicert.com"', '0 issue "amazon.com"'];
const SENDERS = ['include:sendgrid.net', 'include:mailgun.org', 'include:amazonses.com', 'include:_spf.salesforce.com'];

/** What dnsx would have found about the vendors at a moment; later runs know a little more and a little less. */
export function demoDns(vendors: readonly DemoVendor[], random: Random, at: number): string[] {
  const timestamp = new Date(at).toISOString();
  return vendors.flatMap(({ domain }) => {
    const mail = random.pick(MAIL);
    const spf = `v=spf1 ${mail.spf} ${random.pick(SENDERS)} -all`;
    const records = [
      {
        host: domain,
        mx: mail.mx,
        ns: random.pick(NAME_SERVERS),
        txt: [spf, random.pick(TOKENS), random.pick(TOKENS)],
        caa: [random.pick(CAS)],
        timestamp,
      },
      { host: `www.${domain}`, cname: [random.pick(WEB)], timestamp },
    ];
    return records.map((record) => JSON.stringify(record));
  });
}
